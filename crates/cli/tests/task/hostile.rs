//! A contestant's program that speaks to Main without the generated code, and says whatever it likes:
//! Main never crashes, never hangs, and never takes the blame.

use std::fmt::Write;

use crate::support::Task;

const IDL: &str = "\
struct Pair { [Range(0, 9)] int a; string b; };
interface Main { [Range(0, 9)] int ask([Range(0, 9)] int n, [Range(0, 9)] int[n] v, Pair p); };
interface child {
    [Range(0, 50)] int[n] work([Range(0, 1000000)] int seed, [Range(0, 40)] out int n, out string s,
        out Pair[2] pairs, out bool[n][2] flags);
};
";

const MAINS: &[(&str, &str)] = &[
    (
        "Main.c",
        "#include \"task.h\"\n#include <stdio.h>\n#include <string.h>\n\
         int ask(int n, int v[], Pair p) { int t = p.a + (int)strlen(p.b); for (int i = 0; i < n; i++) t += v[i]; return t % 10; }\n\
         int main(void) {\n    int seed; if (scanf(\"%d\", &seed) != 1) return 9;\n\
         \x20   for (int turn = 0; turn < 3; turn++) {\n        int n; const char *s; Pair p[2]; bool flags[80];\n\
         \x20       int *r = work(seed, &n, &s, p, flags);\n        int t = (int)strlen(s) + p[0].a; for (int i = 0; i < n; i++) t += r[i] + flags[i];\n        printf(\"%d\\n\", t);\n    }\n    return 0;\n}\n",
    ),
    (
        "Main.cpp",
        "#include \"task.h\"\n#include <iostream>\n\
         int ask(int n, std::vector<int> v, Pair p) { int t = p.a + (int)p.b.size(); for (int i = 0; i < n; i++) t += v[i]; return t % 10; }\n\
         int main() {\n    int seed; std::cin >> seed;\n    for (int turn = 0; turn < 3; turn++) {\n        int n; std::string s; std::vector<Pair> p; std::vector<std::vector<bool>> f;\n\
         \x20       auto r = work(seed, n, s, p, f);\n        int t = (int)s.size() + p[1].a; for (int i = 0; i < n; i++) t += r[i] + f[i][1];\n        std::cout << t << \"\\n\";\n    }\n}\n",
    ),
];

/// Speaks the protocol by itself. The seed comes with the first call.
const CHILD: &str = "\
import os, random, struct, sys
up = os.open('/channel/up', os.O_WRONLY)
down = os.open('/channel/down', os.O_RDONLY)
def read(n):
    data = b''
    while len(data) < n:
        more = os.read(down, n - len(data))
        if not more: os._exit(0)
        data += more
    return data
def frame():
    length, sequence, kind, direction, function, key = struct.unpack('<IIBBHI', read(16))
    return length, sequence, kind, key, read(length)
rng, sequence = random.Random(0), 0
def answer():
    n = rng.choice([0, 1, 3, 40, rng.randrange(41)])
    text = rng.choice([b'', b'abc', 'ñ'.encode(), b'\\xff\\xfe', b'a\\0b'])
    pair = lambda: struct.pack('<iI', rng.randrange(-1, 11), len(text)) + text
    return struct.pack('<iI', n, len(text)) + text + pair() + pair() + bytes(2 * n) + struct.pack(f'<{n}i', *(rng.randrange(52) for _ in range(n)))
def call():
    n = rng.choice([-1, 0, 3, 9, 10, 2000000000])
    return struct.pack('<i', n) + bytes(4 * max(0, min(n, 20))) + struct.pack('<iI', 5, 2) + b'hi'
while True:
    length, sequence, kind, key, data = frame()
    if kind == 1: continue
    if kind == 4: os._exit(0)
    if kind == 2: rng = rng if sequence > 1 else random.Random(struct.unpack('<i', data)[0])
    what = rng.choice([2, 3, 3, 3])
    payload = answer() if what == 3 else call()
    out = bytearray(struct.pack('<IIBBHI', len(payload), sequence + 1, what, 1, 0, key) + payload)
    dice = rng.randrange(10)
    if dice == 0 and len(out): out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    if dice == 1: out[rng.randrange(16)] = rng.randrange(256)
    if dice == 2: out = out[:rng.randrange(len(out))]
    if dice == 3: out += rng.randbytes(rng.randrange(1, 100))
    if dice == 4: out = rng.randbytes(rng.randrange(1, 200))
    if dice == 5: out = out + out
    os.write(up, out)
    if dice == 2: os._exit(rng.randrange(3))
";

fn attacked_by(main: (&str, &str), seeds: std::ops::Range<u32>) {
    let task = Task::new(IDL);
    task.file(main.0, main.1);
    task.file("child.py", CHILD);
    let mut causes = String::new();
    for seed in seeds {
        let limits = ["--wall-time", "5s", "--cpu-time", "2s", "--transport", "named-pipes"];
        let result = task.run(main.0, &["child.py"], &seed.to_string(), &limits);
        let cause = result["cause"]["cause"].as_str().unwrap_or_default();
        let _ = write!(causes, "{cause} ");
        assert!(["peer", "verdict"].contains(&cause), "seed {seed}: {result:#}");
        assert_eq!(result["sides"][0]["end"]["end"], "exited", "seed {seed}: {result:#}");
    }
    // The dice must have done both, or this has shown nothing.
    assert!(causes.contains("peer"), "{causes}");
}

#[test]
fn main_in_c_survives() {
    attacked_by(MAINS[0], 0..40);
}

#[test]
fn main_in_cpp_survives() {
    attacked_by(MAINS[1], 40..52);
}
