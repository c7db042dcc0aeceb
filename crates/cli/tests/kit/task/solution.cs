static class solution
{
    public static long total(int n, int[] v)
    {
        long sum = 0;
        foreach (int one in v)
        {
            sum += one;
        }
        Main.note("mirrored");
        return sum + Main.ask(0);
    }

    public static Point mirror(Point p)
    {
        return new Point { x = p.y, y = p.x };
    }
}
