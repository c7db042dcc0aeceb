//! A contestant's program with a thread that writes over the shared memory at any moment, on a CPU of its
//! own, while Main reads it: Main never crashes, never hangs, never takes the blame, and is never given a
//! value that the interface does not allow.

use std::fmt::Write;

use crate::support::Task;

const IDL: &str = "\
struct Pair { [Range(0, 9)] int a; string b; };
interface Main { [Range(0, 9)] int ask([Range(0, 9)] int n, [Range(0, 9)] int[n] v, Pair p); };
interface child {
    [Range(0, 50)] int[n] work([Range(0, 1000000)] int seed, [Range(0, 40)] out int n, [Range(1, 8)] out string s,
        out Pair[2] pairs, out bool[n][2] flags);
    [Range(0, 3)] ubyte[100000] bulk([Range(0, 1000000)] int seed);
};
";

/// Ends with 99 where it was misled.
const MAINS: &[(&str, &str)] = &[
    (
        "Main.c",
        "#include \"task.h\"\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         static void must(int fine) { if (!fine) _Exit(99); }\n\
         static void digit(int x) { must(x >= 0 && x <= 9); }\n\
         int ask(int n, int v[], Pair p) { digit(n); digit(p.a); for (int i = 0; i < n; i++) digit(v[i]); return (int)strlen(p.b) % 10; }\n\
         int main(void) {\n    int seed; if (scanf(\"%d\", &seed) != 1) return 9;\n\
         \x20   for (int turn = 0; turn < 400; turn++) {\n        int n; const char *s; Pair p[2]; bool flags[80];\n\
         \x20       int *r = work(seed, &n, &s, p, flags); must(n >= 0 && n <= 40 && strlen(s) >= 1 && strlen(s) <= 8); digit(p[0].a); digit(p[1].a);\n\
         \x20       for (int i = 0; i < n; i++) must(r[i] >= 0 && r[i] <= 50);\n        free(r); free((void *)s);\n\
         \x20       if (turn % 50 == 0) { unsigned char *b = bulk(seed); for (int i = 0; i < 100000; i++) must(b[i] <= 3); free(b); }\n    }\n    puts(\"whole\"); return 0;\n}\n",
    ),
    (
        "Main.cpp",
        "#include \"task.h\"\n#include <cstdlib>\n#include <iostream>\n\
         static void must(bool fine) { if (!fine) std::_Exit(99); }\n\
         static void digit(int x) { must(x >= 0 && x <= 9); }\n\
         int ask(int n, std::vector<int> v, Pair p) { digit(n); digit(p.a); must((int)v.size() == n); for (int x : v) digit(x); return (int)p.b.size() % 10; }\n\
         int main() {\n    int seed; std::cin >> seed;\n    for (int turn = 0; turn < 400; turn++) {\n        int n; std::string s; std::vector<Pair> p; std::vector<std::vector<bool>> f;\n\
         \x20       auto r = work(seed, n, s, p, f); must(n >= 0 && n <= 40 && s.size() >= 1 && s.size() <= 8 && (int)r.size() == n && (int)f.size() == n); for (auto &x : p) digit(x.a);\n\
         \x20       for (int x : r) must(x >= 0 && x <= 50);\n\
         \x20       if (turn % 50 == 0) { auto b = bulk(seed); must(b.size() == 100000); for (auto x : b) must(x <= 3); }\n    }\n    std::cout << \"whole\\n\";\n}\n",
    ),
    (
        "Main.py",
        "import os, task\n\
         def must(fine):\n    if not fine:\n        os._exit(99)\n\
         def digit(x):\n    must(0 <= x <= 9)\n\
         def ask(n, v, p):\n    digit(n)\n    digit(p.a)\n    must(len(v) == n)\n    for x in v: digit(x)\n    return len(p.b) % 10\n\
         seed = int(input())\nfor turn in range(400):\n    r, n, s, pairs, flags = task.work(seed)\n    must(0 <= n <= 40 and 1 <= len(s.encode()) <= 8 and len(r) == n and len(flags) == n)\n\
         \x20   for p in pairs: digit(p.a)\n    for x in r: must(0 <= x <= 50)\n\
         \x20   if turn % 50 == 0:\n        b = task.bulk(seed)\n        must(len(b) == 100000 and all(0 <= x <= 3 for x in b))\nprint('whole')\n",
    ),
];

/// Answers as it should, while its thread does as the seed says: what it writes over, with what, how often.
const CHILD: &str = "\
#include \"task.h\"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned char *region;
static uint64_t state;
static uint32_t dice(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (uint32_t)(state >> 32); }
static volatile int kind = -1;
static void *scribble(void *nothing) {
    while (kind < 0);
    for (;;) {
        unsigned rest = kind / 6 % 3 == 0 ? 0 : kind / 6 % 3 == 1 ? 200 : 20000;
        for (unsigned i = 0; i < rest; i++) __asm__ volatile(\"\");
        uint32_t *words = (uint32_t *)region;
        switch (kind % 6) {
        case 0: region[dice() % (4096 + 2 * 262144)] = (unsigned char)dice(); break;
        case 1: region[4096 + 262144 + dice() % 200] = (unsigned char)dice(); break;
        case 2: words[32 + dice() % 6] += dice() % 3 - 1; break;
        case 3: words[16 + dice() % 6] = dice() % 5; break;
        case 4: memset(region + 4096 + 262144 + dice() % 256, (int)dice(), dice() % 1000); break;
        case 5: words[(4096 + 262144) / 4 + dice() % 40] ^= 1u << dice() % 32; break;
        }
    }
    return nothing;
}
__attribute__((constructor)) static void begin(void) {
    region = mmap(NULL, 4096 + 2 * 262144, PROT_READ | PROT_WRITE, MAP_SHARED, 102, 0);
    pthread_t thread;
    if (region == MAP_FAILED || pthread_create(&thread, NULL, scribble, NULL) != 0) abort();
}
int *work(int seed, int *n, const char **s, Pair pairs[], bool flags[][2]) {
    static int r[40], v[9];
    static int turns = 0;
    // Some turns are left in peace, so that the session is not over at once.
    if (++turns == 1 + seed % 7) { state = (uint64_t)seed * 0x9e3779b97f4a7c15u | 1; kind = seed % 18; }
    *n = turns % 41;
    *s = \"abcdefgh\";
    for (int i = 0; i < 2; i++) pairs[i] = (Pair){turns % 10, \"xyz\"};
    memset(flags, 1, (size_t)*n * 2);
    for (int i = 0; i < *n; i++) r[i] = i;
    for (int i = 0; i < 9; i++) v[i] = i;
    if (turns % 3 == 0) ask(9, v, pairs[0]);
    return r;
}
unsigned char *bulk(int seed) { static unsigned char b[100000]; memset(b, seed % 4, sizeof b); return b; }
";

fn scribbled_over(main: (&str, &str), options: &[&str], seeds: std::ops::Range<u32>) {
    let task = Task::new(IDL);
    task.file(main.0, main.1);
    task.file("child.c", CHILD);
    let mut causes = String::new();
    for seed in seeds {
        let limits = ["--wall-time", "2s", "--cpu-time", "1s", "--processes", "2"];
        let result =
            task.run(main.0, &["child.c"], &seed.to_string(), &[&limits[..], options].concat());
        let cause = result["cause"]["cause"].as_str().unwrap_or_default();
        let _ = write!(causes, "{cause} ");
        let way = result["transport"]["peers"][0]["transport"].as_str().unwrap_or_default();
        assert!(way.starts_with("memory"), "{result:#}");
        assert!(["peer", "verdict"].contains(&cause), "seed {seed}: {result:#}");
        assert_eq!(result["sides"][0]["end"]["end"], "exited", "seed {seed}: {result:#}");
        assert_ne!(result["sides"][0]["end"]["code"], 99, "seed {seed}: misled: {result:#}");
        if cause == "verdict" {
            assert_eq!(result["sides"][0]["stdout"], "whole\n", "seed {seed}: {result:#}");
        }
    }
    // The dice must have been noticed, or this has shown nothing.
    assert!(causes.contains("peer"), "{causes}");
}

#[test]
fn main_in_c_survives_on_another_cpu() {
    scribbled_over(MAINS[0], &["--affinity", "separate"], 0..12);
}

#[test]
fn main_in_c_survives_on_the_same_cpu() {
    scribbled_over(MAINS[0], &["--affinity", "same"], 12..24);
}

#[test]
fn main_in_cpp_survives_wherever_they_run() {
    scribbled_over(MAINS[1], &["--affinity", "none"], 24..36);
}

#[test]
fn main_in_python_survives() {
    scribbled_over(MAINS[2], &["--affinity", "separate"], 0..9);
    scribbled_over(MAINS[2], &["--affinity", "same"], 9..18);
}
