using System;

static class gardener
{
    static int trees;
    static long sum;

    public static void arrive(int count)
    {
        trees = count;
    }

    public static void visit(int tree)
    {
        sum += Main.apples(tree);
    }

    public static long best()
    {
        long most = 0;
        for (int tree = 0; tree < trees; tree++)
        {
            sum = 0;
            Main.walk(tree);
            most = Math.Max(most, sum);
        }
        return most;
    }
}
