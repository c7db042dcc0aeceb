using System;

static class Main {
    public static int ask(int n, int[] v, Pair p) {
        int t = p.a + p.b.Length;
        for (int i = 0; i < n; i++) t += v[i];
        return t % 10;
    }
}

static class Program {
    static void Main() {
        int seed = int.Parse(Console.ReadLine());
        for (int turn = 0; turn < 3; turn++) {
            int n;
            string s;
            Pair[] pairs;
            bool[,] flags;
            int[] r = child.work(seed, out n, out s, out pairs, out flags);
            int t = s.Length + pairs[1].a;
            for (int i = 0; i < n; i++) t += r[i] + (flags[i, 1] ? 1 : 0);
            Console.WriteLine(t);
        }
    }
}
