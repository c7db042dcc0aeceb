#include <cstdio>
#include <vector>

int n, width;
std::vector<int> books, room, place, best;

// Tries each book on each shelf, and on a new one.
void pack(int book) {
    if (!best.empty() && room.size() >= (std::size_t)best[n]) return;
    if (book == n) {
        best = place;
        best.push_back((int)room.size());
        return;
    }
    for (std::size_t shelf = 0; shelf < room.size(); shelf++) {
        if (room[shelf] < books[book]) continue;
        room[shelf] -= books[book];
        place[book] = (int)shelf + 1;
        pack(book + 1);
        room[shelf] += books[book];
    }
    room.push_back(width - books[book]);
    place[book] = (int)room.size();
    pack(book + 1);
    room.pop_back();
}

int main() {
    if (std::scanf("%d %d", &n, &width) != 2) return 1;
    books.resize(n);
    place.resize(n);
    for (int &book : books)
        if (std::scanf("%d", &book) != 1) return 1;
    pack(0);
    std::printf("%d\n", best[n]);
    for (int book = 0; book < n; book++) std::printf("%d ", best[book]);
    std::printf("\n");
}
