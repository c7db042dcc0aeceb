using System;
using System.Collections.Generic;

static class surveyor
{
    public static Island[] survey(int height, int width, char[,] map, out int count)
    {
        var islands = new List<Island>();
        for (int top = 0; top < height; top++)
        {
            for (int first = 0; first < width; first++)
            {
                if (map[top, first] != '#') continue;
                var island = new Island { top = top, bottom = top, left = first, right = first };
                var next = new Stack<(int, int)>();
                next.Push((top, first));
                while (next.Count > 0)
                {
                    var (y, x) = next.Pop();
                    if (y < 0 || x < 0 || y >= height || x >= width || map[y, x] != '#') continue;
                    map[y, x] = '.';
                    island.fields++;
                    island.bottom = Math.Max(island.bottom, y);
                    island.left = Math.Min(island.left, x);
                    island.right = Math.Max(island.right, x);
                    next.Push((y - 1, x));
                    next.Push((y, x - 1));
                    next.Push((y + 1, x));
                    next.Push((y, x + 1));
                }
                islands.Add(island);
            }
        }
        count = islands.Count;
        return islands.ToArray();
    }
}
