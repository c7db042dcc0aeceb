// Keeps every word.
#include <iostream>
#include <string>
#include <unordered_set>

int main() {
    std::string text;
    std::cin >> text;
    std::unordered_set<std::string> words;
    for (std::size_t length = text.size(); length > 0; --length)
        for (std::size_t start = 0; start + length <= text.size(); ++start) words.insert(text.substr(start, length));
    std::cout << words.size() << '\n';
}
