// Strings without a header, and numbers where there are none.
string encode(int x) { return x; }

int decode(string signal) { return signal; }
