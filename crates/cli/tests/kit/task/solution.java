class solution {
    static long total(int n, int[] v) {
        long sum = 0;
        for (int one : v) {
            sum += one;
        }
        Main.note("mirrored");
        return sum + Main.ask(0);
    }

    static Point mirror(Point p) {
        return new Point(p.y, p.x);
    }
}
