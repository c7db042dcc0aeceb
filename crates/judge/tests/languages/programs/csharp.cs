using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;

class Program
{
    static long Deep(long depth) { return depth == 0 ? 0 : Deep(depth - 1) + 1; }

    static int Main()
    {
        long sum = 0;
        switch (Console.ReadLine())
        {
            case "sum":
                for (string line; (line = Console.ReadLine()) != null;)
                    sum += line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries).Sum(long.Parse);
                Console.WriteLine(sum);
                break;
            case "deep":
                Console.WriteLine(Deep(long.Parse(Console.ReadLine())));
                break;
            case "threads":
                var sums = new long[4];
                var threads = Enumerable.Range(0, 4).Select(own => new Thread(() => {
                    for (int k = 1; k <= 1000; k++) sums[own] += k;
                })).ToList();
                threads.ForEach(thread => thread.Start());
                threads.ForEach(thread => thread.Join());
                Console.WriteLine(sums.Sum());
                break;
            case "fail":
                throw new InvalidOperationException("as asked");
            case "memory":
                var all = new List<byte[]>();
                while (true)
                {
                    var piece = new byte[1 << 20];
                    for (int i = 0; i < piece.Length; i++) piece[i] = 1;
                    all.Add(piece);
                }
            case "loop":
                while (true) sum++;
            case "network":
                try
                {
                    new TcpListener(IPAddress.Loopback, 0).Start();
                    Console.WriteLine("open");
                }
                catch (SocketException)
                {
                    Console.WriteLine("refused");
                }
                break;
        }
        return 0;
    }
}
