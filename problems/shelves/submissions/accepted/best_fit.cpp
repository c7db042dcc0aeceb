#include <algorithm>
#include <cstdio>
#include <set>
#include <vector>

int main() {
    int n, width;
    if (std::scanf("%d %d", &n, &width) != 2) return 1;
    std::vector<std::pair<int, int>> books(n);
    for (int i = 0; i < n; i++) {
        if (std::scanf("%d", &books[i].first) != 1) return 1;
        books[i].second = i;
    }
    std::sort(books.rbegin(), books.rend());
    std::set<std::pair<int, int>> shelves;
    std::vector<int> place(n);
    for (auto [book, index] : books) {
        auto found = shelves.lower_bound({book, 0});
        int room = width, shelf = (int)shelves.size() + 1;
        if (found != shelves.end()) {
            room = found->first;
            shelf = found->second;
            shelves.erase(found);
        }
        shelves.insert({room - book, shelf});
        place[index] = shelf;
    }
    std::printf("%d\n", (int)shelves.size());
    for (int shelf : place) std::printf("%d ", shelf);
    std::printf("\n");
}
