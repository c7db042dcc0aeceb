using System;
using System.Linq;

static class Main
{
    public static int[] Values;
    public static int Asked;

    public static int ask(int i)
    {
        Asked++;
        return Math.Min(Values[i] + 1, Constants.MOST);
    }

    public static void note(string text)
    {
        Console.WriteLine(text);
    }
}

static class Program
{
    static void Main()
    {
        Console.ReadLine();
        global::Main.Values = Console.ReadLine().Split(' ').Select(int.Parse).ToArray();
        long sum = solution.total(global::Main.Values.Length, global::Main.Values);
        Point p = solution.mirror(new Point { x = 1, y = 2 });
        Console.WriteLine(sum);
        Console.WriteLine(p.x + " " + p.y);
        Console.WriteLine("asked " + global::Main.Asked);
    }
}
