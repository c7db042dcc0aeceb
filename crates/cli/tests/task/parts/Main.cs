using System;

static class Program {
    static void Main() {
        foreach (int n in new[] {0, 1, 65530, 65531, 65532, 65533, 131072, 300000}) {
            var v = new int[n];
            for (int i = 0; i < n; i++) v[i] = i * 7 + n;
            int[] r = child.next(n, v);
            for (int i = 0; i < n; i++) if (r[i] != v[i] + 1) Environment.Exit(9);
        }
        Console.WriteLine("whole");
    }
}
