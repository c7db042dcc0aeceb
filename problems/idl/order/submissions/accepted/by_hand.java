class shuffler {
    static boolean next(int n, int[][] cards) {
        int[] c = cards[0];
        int i = n - 2;
        while (i >= 0 && c[i] >= c[i + 1]) i--;
        if (i < 0) return false;
        int j = n - 1;
        while (c[j] <= c[i]) j--;
        swap(c, i, j);
        for (int left = i + 1, right = n - 1; left < right; left++, right--) swap(c, left, right);
        return true;
    }

    private static void swap(int[] c, int i, int j) {
        int kept = c[i];
        c[i] = c[j];
        c[j] = kept;
    }
}
