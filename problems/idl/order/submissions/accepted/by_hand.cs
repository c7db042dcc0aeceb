using System;

static class shuffler
{
    public static bool next(int n, ref int[] cards)
    {
        int i = n - 2;
        while (i >= 0 && cards[i] >= cards[i + 1]) i--;
        if (i < 0) return false;
        int j = n - 1;
        while (cards[j] <= cards[i]) j--;
        int card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
        Array.Reverse(cards, i + 1, n - i - 1);
        return true;
    }
}
