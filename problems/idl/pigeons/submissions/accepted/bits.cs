static class sender
{
    public static void encode(int n, int[] message)
    {
        for (int place = 0; place < 8 * n; place++)
        {
            if ((message[place / 8] >> place % 8 & 1) == 1) Main.release(place);
        }
    }
}

static class receiver
{
    public static void decode(int n, int k, int[] pigeons)
    {
        var message = new int[n];
        foreach (int place in pigeons) message[place / 8] |= 1 << place % 8;
        foreach (int number in message) Main.say(number);
    }
}
