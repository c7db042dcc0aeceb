using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

static class library
{
    static readonly List<Book> books = new List<Book>();

    static int ByBytes(string one, string other)
    {
        byte[] a = Encoding.UTF8.GetBytes(one), b = Encoding.UTF8.GetBytes(other);
        for (int i = 0; i < a.Length && i < b.Length; i++)
        {
            if (a[i] != b[i]) return a[i] - b[i];
        }
        return a.Length - b.Length;
    }

    public static void add(Book book)
    {
        books.Add(book);
    }

    public static string[] titles(string author, out int count)
    {
        var found = books.Where(book => book.author == author)
            .OrderBy(book => book.year).ThenBy(book => book.title, Comparer<string>.Create(ByBytes))
            .Select(book => book.title).ToArray();
        count = found.Length;
        return found;
    }

    // Sorting by a key keeps the order of those that are equal.
    public static Book oldest()
    {
        return books.OrderBy(book => book.year).First();
    }

    public static int remove(string author)
    {
        return books.RemoveAll(book => book.author == author);
    }
}
