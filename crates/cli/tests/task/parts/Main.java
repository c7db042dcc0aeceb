class Main {
    public static void main(String[] a) {
        for (int n : new int[] {0, 1, 65530, 65531, 65532, 65533, 131072, 300000}) {
            int[] v = new int[n];
            for (int i = 0; i < n; i++) v[i] = i * 7 + n;
            int[] r = child.next(n, v);
            for (int i = 0; i < n; i++) if (r[i] != v[i] + 1) System.exit(9);
        }
        System.out.println("whole");
    }
}
