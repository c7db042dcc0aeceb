using System;

static class Main {
    public static int before = 0;

    public static void early() { before++; }

    public static void tell(int x) {
        if (x == 9) {
            Console.WriteLine("told");
            Environment.Exit(0);
        }
        if (x == 8) Environment.FailFast("told 8");
    }

    public static int ask(int n, int[] v) { return n > 0 ? v[0] : 0; }
}

static class Program {
    static void Main() {
        int n = int.Parse(Console.ReadLine());
        if (n == 22) Environment.FailFast("asked to");
        if (n == 23) Environment.Exit(5);
        if (n == 24) child.leave();
        if (n == 25) Console.WriteLine(child.some(3)[0]);
        int answer = child.work(n);
        Console.WriteLine(answer + " " + global::Main.before);
    }
}
