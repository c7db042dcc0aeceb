#include "catalogue.h"

#include <algorithm>

static std::vector<Book> books;

void add(Book book) {
    books.push_back(book);
}

std::vector<std::string> titles(std::string author, int &count) {
    std::vector<std::pair<short, std::string>> found;
    for (const Book &book : books)
        if (book.author == author) found.emplace_back(book.year, book.title);
    std::sort(found.begin(), found.end());
    count = static_cast<int>(found.size());
    std::vector<std::string> titles;
    for (const auto &one : found) titles.push_back(one.second);
    return titles;
}

Book oldest() {
    return *std::min_element(books.begin(), books.end(), [](const Book &a, const Book &b) { return a.year < b.year; });
}

int remove(std::string author) {
    auto rest = std::remove_if(books.begin(), books.end(), [&](const Book &book) { return book.author == author; });
    int removed = static_cast<int>(books.end() - rest);
    books.erase(rest, books.end());
    return removed;
}
