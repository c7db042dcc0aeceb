static class child {
    public static void work(int what) {
        for (int i = 0; i < (what == 1 ? 3 : 2); i++) Main.twice();
        for (int i = 0; i < (what == 2 ? 4 : 3); i++) Main.often();
        if (what == 3) Main.others();
    }

    public static void once() { }
}
