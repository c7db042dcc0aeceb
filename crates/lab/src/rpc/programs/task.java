class child {
    static int f(int n, int[] v) {
        return n > 0 ? v[n - 1] : 0;
    }

    static long cpu() {
        return java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
