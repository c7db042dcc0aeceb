static class child {
    public static int[] next(int n, int[] v) {
        var r = new int[n];
        for (int i = 0; i < n; i++) r[i] = v[i] + 1;
        return r;
    }
}
