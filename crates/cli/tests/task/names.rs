//! Names as sources for libinteractive have them: the file, the interface and its function are called
//! the same. Pascal sources declare types of their own, and Main is told the name of the test.

use crate::support::Task;

const IDL: &str = "\
interface Main { void told([Range(0, 9)] int task); };
interface task { int task([Range(0, 9)] int n); void run(); };
";

/// Main and a contestant's source in each language; where a class can have no member of its own name, the
/// function has an underscore behind.
const SOURCES: &[(&str, &str, &str)] = &[
    (
        "c",
        r#"#include <stdio.h>
#include "task.h"
static int seen;
void told(int n) { seen = n; }
int main(void) { printf("%d\n", task(4) + seen); return 0; }"#,
        "#include \"task.h\"\nint task(int n) { told(n); return 2 * n; }\nvoid run(void) {}",
    ),
    (
        "cpp",
        r#"#include <iostream>
#include "task.h"
static int seen;
void told(int n) { seen = n; }
int main() { std::cout << task(4) + seen << std::endl; }"#,
        "#include \"task.h\"\nint task(int n) { told(n); return 2 * n; }\nvoid run() {}",
    ),
    (
        "py",
        "import task\nseen = []\ndef told(n):\n    seen.append(n)\nprint(task.task(4) + seen[0])\n",
        "import Main\ndef task(n):\n    Main.told(n)\n    return 2 * n\n",
    ),
    (
        "js",
        "const task = require('./task.js');\nlet seen = 0;\nexports.told = (n) => { seen = n; };\n\
         console.log(task.task(4) + seen);\n",
        "const Main = require('./Main.js');\nexports.task = (n) => { Main.told(n); return 2 * n; };\n",
    ),
    (
        "java",
        "public class Main { static int seen; static void told(int n) { seen = n; }\n\
         public static void main(String[] a) { System.out.println(task.task(4) + seen); } }",
        "class task { static int task(int n) { Main.told(n); return 2 * n; } static void run() {} }",
    ),
    (
        "go",
        "package main\nimport \"fmt\"\nvar seen int32\nfunc told(n int32) { seen = n }\n\
         func main() { fmt.Println(task(4) + seen) }\n",
        "package main\nfunc task(n int32) int32 { told(n); return 2 * n }\nfunc run() {}\n",
    ),
    (
        "rs",
        "use crate::sandglass::*;\nuse std::sync::atomic::{AtomicI32, Ordering::Relaxed};\n\
         static SEEN: AtomicI32 = AtomicI32::new(0);\npub fn told(n: i32) { SEEN.store(n, Relaxed); }\n\
         pub fn main() { let twice = task(4); println!(\"{}\", twice + SEEN.load(Relaxed)); }\n",
        "use crate::sandglass::*;\npub fn task(n: i32) -> i32 { told(n); 2 * n }\npub fn run() {}\n",
    ),
    (
        "cs",
        "static class Main { public static int seen; public static void told(int n) { seen = n; } }\n\
         class Program { static void Main() { int twice = task.task_(4);\n\
         System.Console.WriteLine(twice + global::Main.seen); } }",
        // It has a program of its own, to try things.
        "static class task { public static int task_(int n) { Main.told(n); return 2 * n; } public static void run() {} }\n\
         class Program { static void Main(string[] a) { System.Console.WriteLine(task.task_(1)); } }",
    ),
    (
        "pas",
        "unit Main;\ninterface\nprocedure told(n: Integer);\nprocedure Run;\nimplementation\nuses task;\n\
         var seen: Integer;\nprocedure told(n: Integer);\nbegin seen := n end;\nprocedure Run;\nvar i: Integer;\n\
         begin i := task.task(4) + seen; task.run; i += seen; writeln(i - 8) end;\nend.\n",
        "unit task;\ninterface\nfunction task(n: Integer): Integer;\nprocedure run;\nimplementation\nuses Main;\n\
         function task(n: Integer): Integer;\nbegin told(n); task := 2 * n end;\nprocedure run;\nbegin told(8) end;\nend.\n",
    ),
];

#[test]
fn a_function_is_called_as_its_interface_and_its_file() {
    let task = Task::new(IDL);
    for (ending, main, child) in SOURCES {
        let (main_name, child_name) = (format!("Main.{ending}"), format!("task.{ending}"));
        task.file(&main_name, main);
        task.file(&child_name, child);
        let result = task.run(&main_name, &[&child_name], "", &[]);
        assert_eq!(result["sides"][0]["stdout"], "12\n", "{ending}: {result:#}");
    }
}

const ARRAYS: &str = "\
interface Main { void send([Range(0, 3)] int n, long[n][2] rows, int[2][3] all, [Range(0, 9)] int m, int[m] plain); };
interface task { int work([Range(0, 3)] int n, int[n][3] rows, int[4] four, char[2][2] square); };
";

const ARRAYS_MAIN: &str = r#"
#include <cstdio>
#include "task.h"
void send(int n, long long rows[][2], int all[][3], int m, int plain[]) {
    std::printf("%d %lld %d %d %d\n", n, rows[1][0] + 10 * rows[1][1], all[1][2], m, plain[3]);
}
int main(int count, char *words[]) {
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, four[4] = {1, 2, 3, 4};
    char square[2][2] = {{'a', 'b'}, {'c', 'd'}};
    int got = work(2, rows, four, square);
    std::printf("%d %s %d\n", got, words[1], count);
}
"#;

/// Types of arrays as libinteractive's template declares them, and 32 bits in an Integer.
const ARRAYS_PASCAL: &str = "\
unit task;

interface
type
  T_Array_3_LongInt = array of array [0..2] of LongInt;
  T_4_LongInt = array [0..3] of Integer;
  T_2_2_Char = array [0..1] of array [0..1] of Char;
function work(n: LongInt; rows: T_Array_3_LongInt; four: T_4_LongInt; square: T_2_2_Char): LongInt;

implementation
uses Main;
type
  T_Array_2_Int64 = array of array [0..1] of Int64;
  T_2_3_LongInt = array [0..1] of array [0..2] of LongInt;

function work(n: LongInt; rows: T_Array_3_LongInt; four: T_4_LongInt; square: T_2_2_Char): LongInt;
var
  mine: T_Array_2_Int64;
  all: T_2_3_LongInt;
  i, j: Integer;
begin
  SetLength(mine, n);
  for i := 0 to n - 1 do
    for j := 0 to 1 do begin
      mine[i][j] := rows[i][j];
      rows[i][j] *= 2;
    end;
  for i := 0 to 1 do for j := 0 to 2 do all[i][j] := 10 * i + j;
  send(n, mine, all, 4, four);
  Main.send(n, mine, all, 4, four);
  work := rows[1][1] * 1000 + rows[1][2] * 100 + four[3] * 10 + Ord(square[1][0]) - Ord('a');
end;

end.
";

#[test]
fn pascal_sources_have_types_of_their_own() {
    let task = Task::new(ARRAYS);
    task.file("Main.cpp", ARRAYS_MAIN);
    task.file("task.pas", ARRAYS_PASCAL);
    let result = task.run("Main.cpp", &["task.pas"], "", &[]);
    let expected = "2 54 12 4 4\n2 54 12 4 4\n10642 input 2\n";
    assert_eq!(result["sides"][0]["stdout"], expected, "{result:#}");
}

#[test]
fn main_is_told_what_is_asked_for_or_the_name_of_the_input() {
    let task = Task::new("interface Main { }; interface task { void work(); };");
    task.file("Main.py", "import sys\nprint(sys.argv[1:])\n");
    task.file("task.py", "def work(): pass\n");
    for (more, said) in [(&[][..], "['input']\n"), (&["--", "sub 2", "-x"], "['sub 2', '-x']\n")] {
        let arguments = [&["--child", "task.py"], more].concat();
        let result = task.run("Main.py", &[], "", &arguments);
        assert_eq!(result["sides"][0]["stdout"], said, "{result:#}");
    }
}

#[test]
fn a_range_is_a_list_in_python() {
    let task = Task::new(
        "interface Main { }; interface task { int work([Range(0, 9)] int n, [Range(0, 8)] int[n] a); };",
    );
    task.file(
        "Main.py",
        "import array\nimport task\nprint(task.work(4, range(4)), task.work(2, array.array('h', [5, 6])))\n",
    );
    task.file("task.py", "def work(n, a):\n    return a[n - 1] * 10 + a[0]\n");
    let result = task.run("Main.py", &["task.py"], "", &[]);
    assert_eq!(result["sides"][0]["stdout"], "30 65\n", "{result:#}");
    task.file("Wrong.py", "import task\ntask.work(4, range(6, 10))\n");
    let result = task.run("Wrong.py", &["task.py"], "", &[]);
    let said = result["sides"][0]["stderr"].as_str().expect("its words");
    assert!(said.contains("a is 9, and must be 0..8"), "{result:#}");
}
