using System;

static class Main {
    public static void twice() { }
    public static void often() { }
    public static void others() { Console.Write("other "); }
}

static class Program {
    static void Main() {
        int what = int.Parse(Console.ReadLine());
        child.work(what);
        other.idle();
        child.once();
        if (what == 4) child.once();
        Console.WriteLine("done");
    }
}
