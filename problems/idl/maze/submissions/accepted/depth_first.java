class robot {
    private static final int[] DOWN = {-1, 0, 1, 0}, RIGHT = {0, 1, 0, -1};
    private static final boolean[][] seen = new boolean[101][101];

    static void run() {
        explore(50, 50);
    }

    private static void explore(int y, int x) {
        seen[y][x] = true;
        for (int direction = Constants.NORTH; direction <= Constants.WEST; direction++) {
            int a = y + DOWN[direction], b = x + RIGHT[direction];
            if (seen[a][b] || !Main.step(direction)) continue;
            explore(a, b);
            Main.step((direction + 2) % 4);
        }
    }
}
