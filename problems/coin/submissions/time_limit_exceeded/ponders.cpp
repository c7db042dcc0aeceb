int main() {
    volatile bool ready = false;
    while (!ready) {
    }
}
