// Calls the contestant's functions. Arguments: the pipe from the manager, the pipe to it, the number of
// this process.
#include <fstream>
#include <iostream>
#include <string>

std::string encode(int x);
int decode(const std::string& signal);

int main(int, char** argv) {
    // In this order, because the manager opens them so.
    std::ofstream to(argv[2]);
    std::ifstream from(argv[1]);
    std::string what, text;
    from >> what >> text;
    if (what == "encode") to << encode(std::stoi(text)) << std::endl;
    else to << decode(text) << std::endl;
}
