import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

class library {
    private static final List<Book> books = new ArrayList<>();

    static void add(Book book) {
        books.add(book);
    }

    static String[] titles(String author, int[] count) {
        Comparator<Book> byYear = Comparator.comparingInt(book -> book.year);
        Comparator<Book> byTitle = (a, b) -> Arrays.compareUnsigned(
            a.title.getBytes(StandardCharsets.UTF_8), b.title.getBytes(StandardCharsets.UTF_8));
        String[] titles = books.stream().filter(book -> book.author.equals(author))
            .sorted(byYear.thenComparing(byTitle)).map(book -> book.title).toArray(String[]::new);
        count[0] = titles.length;
        return titles;
    }

    static Book oldest() {
        Book oldest = books.get(0);
        for (Book book : books) {
            if (book.year < oldest.year) oldest = book;
        }
        return oldest;
    }

    static int remove(String author) {
        int before = books.size();
        books.removeIf(book -> book.author.equals(author));
        return before - books.size();
    }
}
