static class robot
{
    static readonly bool[,] seen = new bool[101, 101];

    static void explore(int y, int x)
    {
        int[] down = { -1, 0, 1, 0 }, right = { 0, 1, 0, -1 };
        seen[y, x] = true;
        for (int direction = Constants.NORTH; direction <= Constants.WEST; direction++)
        {
            int a = y + down[direction], b = x + right[direction];
            if (seen[a, b] || !Main.step(direction)) continue;
            explore(a, b);
            Main.step((direction + 2) % 4);
        }
    }

    public static void run()
    {
        explore(50, 50);
    }
}
