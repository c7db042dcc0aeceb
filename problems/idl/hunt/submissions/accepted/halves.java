class hunter {
    static int find(int holes) {
        int low = 1, high = holes;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Main.before(middle)) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
