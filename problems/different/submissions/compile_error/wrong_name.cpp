// There is no such function.
#include <iostream>
#include <string>

int main() {
    std::string text;
    std::cin >> text;
    std::cout << count_different(text) << '\n';
}
