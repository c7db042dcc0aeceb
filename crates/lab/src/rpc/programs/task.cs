using System.Runtime.InteropServices;

static class child {
    const int CpuOfProcess = 2;

    [DllImport("libc")] static extern int clock_gettime(int clock, long[] time);

    public static int f(int n, int[] v) {
        return n > 0 ? v[n - 1] : 0;
    }

    public static long cpu() {
        var time = new long[2];
        clock_gettime(CpuOfProcess, time);
        return time[0] * 1000000000L + time[1];
    }
}
