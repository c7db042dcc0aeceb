// Sorts what is behind the place instead of turning it around, and hands back another array.
using System.Linq;

static class shuffler
{
    public static bool next(int n, ref int[] cards)
    {
        int i = n - 2;
        while (i >= 0 && cards[i] >= cards[i + 1]) i--;
        if (i < 0) return false;
        var card = cards[i];
        var rest = cards.Skip(i).OrderBy(one => one).ToList();
        int first = rest.Last(one => one > card);
        rest.Remove(first);
        cards = cards.Take(i).Concat(new[] { first }).Concat(rest).ToArray();
        return true;
    }
}
