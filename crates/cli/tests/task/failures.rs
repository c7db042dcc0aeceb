//! The failure table: what each side can do wrong, in several languages, and the cause that is found.

use serde_json::Value;

use crate::support::Task;

const IDL: &str = "\
interface Main { void tell([Range(0, 9)] int x); };
interface child { [Range(0, 100)] int work([Range(0, 20)] int what); };
";

/// Main: calls `work` with the number on its input, and prints what it gets. `tell(9)` ends it.
const MAINS: &[(&str, &str)] = &[
    (
        "Main.c",
        "#include \"task.h\"\n#include <stdio.h>\n#include <stdlib.h>\n\
         void tell(int x) { if (x == 9) { printf(\"told\\n\"); exit(0); } if (x == 8) abort(); }\n\
         int main(void) { int n; if (scanf(\"%d\", &n) != 1) return 9; printf(\"%d\\n\", work(n)); return 0; }\n",
    ),
    (
        "Main.cpp",
        "#include \"task.h\"\n#include <iostream>\n#include <cstdlib>\n\
         void tell(int x) { if (x == 9) { std::cout << \"told\\n\"; std::exit(0); } if (x == 8) std::abort(); }\n\
         int main() { int n; std::cin >> n; std::cout << work(n) << \"\\n\"; }\n",
    ),
    (
        "Main.rs",
        "pub fn tell(x: i32) { if x == 9 { println!(\"told\"); std::process::exit(0); } if x == 8 { std::process::abort(); } }\n\
         use crate::sandglass::*;\n\
         pub fn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap(); println!(\"{}\", work(line.trim().parse().unwrap())); }\n",
    ),
    (
        "Main.py",
        "import os, sys, task\n\
         def tell(x):\n    if x == 9:\n        print('told')\n        sys.exit(0)\n    if x == 8:\n        os.abort()\n\
         print(task.work(int(input())))\n",
    ),
    (
        "Main.cs",
        "using System;\n\
         static class Main {\n    public static void tell(int x) {\n        if (x == 9) { Console.WriteLine(\"told\"); Environment.Exit(0); }\n        if (x == 8) Environment.FailFast(\"told 8\");\n    }\n}\n\
         static class Program {\n    static void Main() { Console.WriteLine(child.work(int.Parse(Console.ReadLine()))); }\n}\n",
    ),
];

const CHILDREN: &[(&str, &str)] = &[
    (
        "child.c",
        "#define _GNU_SOURCE\n#include \"task.h\"\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         int work(int what) {\n    switch (what) {\n    case 1: abort();\n    case 2: exit(0);\n    case 3: exit(7);\n    case 4: for (volatile long i = 0;; i++);\n\
         case 5: sleep(100); return 0;\n    case 6: return 101;\n    case 7: tell(10); return 0;\n    case 8: for (int i = 0; i < 64; i++) close(i); sleep(100); return 0;\n\
         case 9: { int c = getchar(); printf(\"half\"); return c == EOF ? 9 : 0; }\n\
         case 10: { int f = open(\"/channel/up\", O_WRONLY); if (f < 0) f = 101; char b[64]; memset(b, 7, 64); if (write(f, b, 64)) return 1; }\n\
         case 11: tell(9); return 0;\n    case 12: tell(8); return 0;\n    case 13: { char *p = malloc(1 << 30); for (long i = 0; i < 1 << 30; i += 4096) p[i] = 1; return p[5]; }\n\
         case 14: { int f = open(\"/channel/up\", O_WRONLY); if (f < 0) f = 101; if (write(f, \"abc\", 3)) _exit(0); }\n\
         }\n    return what;\n}\n",
    ),
    (
        "child.rs",
        "use crate::sandglass::*;\nuse std::fs::{File, OpenOptions};\nuse std::io::{Read, Write};\nuse std::os::unix::io::FromRawFd;\nuse std::{process, thread, time};\n\
         fn up(bytes: &[u8]) { OpenOptions::new().write(true).open(\"/channel/up\").unwrap().write_all(bytes).unwrap(); }\n\
         pub fn work(what: i32) -> i32 {\n    let long = time::Duration::from_secs(100);\n    match what {\n    1 => process::abort(),\n    2 => process::exit(0),\n    3 => process::exit(7),\n    4 => loop {},\n\
         5 => { thread::sleep(long); 0 }\n    6 => 101,\n    7 => { tell(10); 0 }\n    8 => { (0..64).for_each(|one| drop(unsafe { File::from_raw_fd(one) })); thread::sleep(long); 0 }\n\
         9 => { let mut all = String::new(); std::io::stdin().read_to_string(&mut all).unwrap(); print!(\"half\"); if all.is_empty() { 9 } else { 0 } }\n\
         10 => { up(&[7; 64]); 0 }\n    11 => { tell(9); 0 }\n    12 => { tell(8); 0 }\n    13 => i32::from(vec![1u8; 1 << 30][5]),\n\
         14 => { up(b\"abc\"); process::exit(0) }\n    _ => what,\n    }\n}\n",
    ),
    (
        "child.py",
        "import os, sys, time, Main\n\
         def work(what):\n    if what == 1: os.abort()\n    if what == 2: sys.exit(0)\n    if what == 3: os._exit(7)\n    while what == 4: pass\n\
         \x20   if what == 5: time.sleep(100)\n    if what == 6: return 101\n    if what == 7: Main.tell(10)\n    if what == 8:\n        os.closerange(0, 64)\n        time.sleep(100)\n\
         \x20   if what == 9:\n        sys.stdout.write('half')\n        return 9 if sys.stdin.read() == '' else 0\n\
         \x20   if what == 10: os.write(os.open('/channel/up', os.O_WRONLY), b'\\7' * 64)\n\
         \x20   if what == 11: Main.tell(9)\n    if what == 12: Main.tell(8)\n    if what == 13: return len(bytearray(1 << 30))\n\
         \x20   if what == 14:\n        os.write(os.open('/channel/up', os.O_WRONLY), b'abc')\n        os._exit(0)\n\
         \x20   return what\n",
    ),
    (
        "child.cs",
        "using System;\nusing System.IO;\nusing System.Runtime.InteropServices;\nusing System.Threading;\n\
         static class child {\n    [DllImport(\"libc\")] static extern int close(int descriptor);\n    [DllImport(\"libc\")] static extern void _exit(int status);\n\
         \x20   static void Push(params byte[] bytes) { using (var up = new FileStream(\"/channel/up\", FileMode.Open, FileAccess.Write, FileShare.ReadWrite)) up.Write(bytes, 0, bytes.Length); }\n\
         \x20   public static int work(int what) {\n        switch (what) {\n        case 1: Environment.FailFast(\"asked to\"); break;\n        case 2: Environment.Exit(0); break;\n        case 3: _exit(7); break;\n        case 4: for (;;) { }\n\
         case 5: Thread.Sleep(100000); return 0;\n        case 6: return 101;\n        case 7: Main.tell(10); return 0;\n        case 8: for (int i = 0; i < 64; i++) close(i); Thread.Sleep(100000); return 0;\n\
         case 9: { int c = Console.Read(); Console.Write(\"half\"); return c < 0 ? 9 : 0; }\n        case 10: { var b = new byte[64]; for (int i = 0; i < 64; i++) b[i] = 7; Push(b); break; }\n\
         case 11: Main.tell(9); return 0;\n        case 12: Main.tell(8); return 0;\n        case 13: { var b = new byte[1 << 30]; for (int i = 0; i < b.Length; i += 4096) b[i] = 1; return b[5]; }\n\
         case 14: Push(97, 98, 99); _exit(0); break;\n        }\n        return what;\n    }\n}\n",
    ),
];

/// What is asked of the child, and the cause: its kind, whose fault, and what.
const TABLE: &[(u32, &str, &str)] = &[
    (0, "verdict", ""),
    (1, "peer", "crashed"),
    (2, "peer", "exited"),
    (3, "peer", "exited"),
    (4, "peer", "limit"),
    (5, "peer", "silent"),
    (6, "peer", "violation"),
    (7, "peer", "violation"),
    (8, "peer", "silent"),
    (9, "verdict", ""),
    (10, "peer", "violation"),
    (11, "verdict", ""),
    (12, "main", "crashed"),
    (13, "peer", "limit"),
    (14, "peer", "exited"),
    // Main itself passes what it may not.
    (21, "main", "violation"),
];

fn kind<'a>(result: &'a Value, key: &str) -> &'a str {
    match &result["cause"][key] {
        Value::String(text) => text,
        nested => nested["fault"].as_str().unwrap_or_default(),
    }
}

/// Rows in which the child writes past the generated code: they need the bytes to go through pipes.
const INTO_PIPES: &[u32] = &[10, 14];

fn table(main: (&str, &str), child: (&str, &str), transport: &str) {
    let task = Task::new(IDL);
    task.file(main.0, main.1);
    task.file(child.0, child.1);
    let limits = ["--cpu-time", "300ms", "--wall-time", "2s", "--memory", "128MiB"];
    let affinity = if transport == "memory-spin" { "separate" } else { "same" };
    let options = [&limits[..], &["--transport", transport, "--affinity", affinity]].concat();
    let memory = transport.starts_with("memory");
    for (what, cause, fault) in TABLE.iter().filter(|row| !memory || !INTO_PIPES.contains(&row.0)) {
        let result = task.run(main.0, &[child.0], &what.to_string(), &options);
        assert_eq!(result["transport"]["peers"][0]["transport"], transport, "{result:#}");
        let who = format!("{} {} {what}: {result:#}", main.0, child.0);
        assert_eq!(kind(&result, "cause"), *cause, "{who}");
        assert_eq!(kind(&result, "fault"), *fault, "{who}");
        match what {
            9 => {
                assert_eq!(result["sides"][0]["stdout"], "9\n", "{who}");
                assert_eq!(result["sides"][1]["stdout"], "half", "{who}");
            }
            11 => assert_eq!(result["sides"][0]["stdout"], "told\n", "{who}"),
            7 => assert!(result.to_string().contains("must be 0..9"), "{who}"),
            _ => {}
        }
    }
}

#[test]
fn main_in_c_and_child_in_c() {
    table(MAINS[0], CHILDREN[0], "named-pipes");
}

#[test]
fn main_in_c_and_child_in_c_over_inherited_pipes() {
    table(MAINS[0], CHILDREN[0], "pipes");
}

#[test]
fn main_in_c_and_child_in_c_over_memory() {
    table(MAINS[0], CHILDREN[0], "memory-yield");
    table(MAINS[0], CHILDREN[0], "memory-sleep");
}

#[test]
fn main_in_c_and_child_in_c_over_memory_on_two_cpus() {
    table(MAINS[0], CHILDREN[0], "memory-spin");
}

#[test]
fn main_in_c_and_child_in_python() {
    table(MAINS[0], CHILDREN[2], "named-pipes");
}

#[test]
fn main_in_cpp_and_child_in_c() {
    table(MAINS[1], CHILDREN[0], "named-pipes");
}

#[test]
fn main_in_cpp_and_child_in_c_over_memory() {
    table(MAINS[1], CHILDREN[0], "memory-yield");
}

#[test]
fn main_in_python_and_child_in_python() {
    table(MAINS[3], CHILDREN[2], "named-pipes");
}

#[test]
fn main_in_rust_and_child_in_rust() {
    table(MAINS[2], CHILDREN[1], "named-pipes");
}

/// Sources by their endings.
fn pair(main: &str, child: &str, transport: &str) {
    let find = |all: &[(&'static str, &'static str)], ending: &str| {
        let found = all.iter().find(|(name, _)| name.split('.').nth(1) == Some(ending));
        *found.expect("it is there")
    };
    table(find(MAINS, main), find(CHILDREN, child), transport);
}

#[test]
fn main_in_csharp_and_child_in_csharp() {
    pair("cs", "cs", "named-pipes");
}

#[test]
fn main_in_csharp_and_child_in_python() {
    pair("cs", "py", "named-pipes");
}

#[test]
fn main_in_c_and_child_in_csharp() {
    pair("c", "cs", "named-pipes");
}
