using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

static class child {
    static child() { Main.early(); }

    [DllImport("libc")] static extern int close(int descriptor);
    [DllImport("libc")] static extern void _exit(int status);

    static void up(params byte[] bytes) {
        using (var file = new FileStream("/channel/up", FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
            file.Write(bytes, 0, bytes.Length);
    }

    public static int work(int what) {
        switch (what) {
        case 1: Environment.FailFast("asked to"); break;
        case 2: Environment.Exit(0); break;
        case 3: _exit(7); break;
        case 4: for (;;) { }
        case 5: Thread.Sleep(100000); return 0;
        case 6: return 101;
        case 7: Main.tell(10); return 0;
        case 8:
            for (int i = 0; i < 64; i++) close(i);
            Thread.Sleep(100000);
            return 0;
        case 9: {
            int c = Console.Read();
            Console.Write("half");
            Console.Error.Write("line");
            return c < 0 ? 9 : 0;
        }
        case 10: {
            var sevens = new byte[64];
            for (int i = 0; i < 64; i++) sevens[i] = 7;
            up(sevens);
            return 0;
        }
        case 11: Main.tell(9); return 0;
        case 12: Main.tell(8); return 0;
        case 13: {
            var large = new byte[1 << 30];
            for (int i = 0; i < large.Length; i += 4096) large[i] = 1;
            return large[5];
        }
        case 14: up(97, 98, 99); _exit(0); break;
        case 15: throw new InvalidOperationException("nobody catches it");
        case 16: return Main.ask(3, new[] { 1, 2 });
        case 17: return Main.ask(2, new[] { 1, 2 });
        }
        return what;
    }

    public static void leave() { Environment.Exit(0); }

    public static int[] some(int n) { return new int[n - 1]; }
}
