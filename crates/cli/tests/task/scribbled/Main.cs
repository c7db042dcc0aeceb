using System;
using System.Linq;
using System.Text;

static class Main {
    public static void must(bool fine) {
        if (!fine) Environment.Exit(99);
    }

    public static void digit(int x) {
        must(x >= 0 && x <= 9);
    }

    public static int ask(int n, int[] v, Pair p) {
        digit(n);
        digit(p.a);
        must(v.Length == n);
        foreach (int x in v) digit(x);
        return p.b.Length % 10;
    }
}

static class Program {
    static void Main() {
        int seed = int.Parse(Console.ReadLine());
        for (int turn = 0; turn < 400; turn++) {
            int n;
            string s;
            Pair[] pairs;
            bool[,] flags;
            int[] r = child.work(seed, out n, out s, out pairs, out flags);
            int bytes = Encoding.UTF8.GetByteCount(s);
            global::Main.must(n >= 0 && n <= 40 && bytes >= 1 && bytes <= 8 && r.Length == n && flags.GetLength(0) == n);
            foreach (Pair pair in pairs) global::Main.digit(pair.a);
            global::Main.must(r.All(x => x >= 0 && x <= 50));
            if (turn % 50 == 0) {
                byte[] b = child.bulk(seed);
                global::Main.must(b.Length == 100000 && b.All(x => x <= 3));
            }
        }
        Console.WriteLine("whole");
    }
}
