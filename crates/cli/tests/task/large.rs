//! Values larger than any buffer on their way.

use crate::support::Task;

const IDL: &str = "\
interface Main { };
interface child {
    int[n] ints([Range(0, 3000)] int n, int[n] a);
    bool[n] bools([Range(0, 3000)] int n, bool[n] a);
    double[n][2] pairs([Range(0, 3000)] int n, double[n][2] a);
    string[n] texts([Range(0, 3000)] int n, string[n] a);
    string text(string a);
};
";

/// Sends values of growing sizes and compares.
const MAIN: &str = r#"
import sys
import task

for n in [0, 1, *range(2, 300, 7), 1000, 3000]:
    numbers = [(i * 7919 + n) % 100003 for i in range(n)]
    assert task.ints(n, numbers) == numbers, n
    assert task.bools(n, [x % 3 > 0 for x in numbers]) == [x % 3 > 0 for x in numbers], n
    pairs = [[x / 4, -x] for x in numbers]
    assert task.pairs(n, pairs) == pairs, n
    texts = [("é" if x % 2 else "z") * (x % 50) for x in numbers]
    assert task.texts(n, texts) == texts, n
    assert task.text("".join(texts)[:30000]) == "".join(texts)[:30000], n
print("the same")
"#;

fn echo(name: &str, child: &str) {
    let task = Task::new(IDL);
    task.file("Main.py", MAIN);
    task.file(name, child);
    let result = task.run("Main.py", &[name], "", &[]);
    assert_eq!(result["sides"][0]["stdout"], "the same\n", "{name}: {result:#}");
}

#[test]
fn child_in_javascript() {
    echo(
        "child.js",
        "exports.ints = exports.bools = exports.pairs = exports.texts = (n, a) => a;\nexports.text = (a) => a;\n",
    );
}

#[test]
fn child_in_java() {
    echo(
        "child.java",
        "class child {\n    static int[] ints(int n, int[] a) { return a; }\n    static boolean[] bools(int n, boolean[] a) { return a; }\n\
         \x20   static double[][] pairs(int n, double[][] a) { return a; }\n    static String[] texts(int n, String[] a) { return a; }\n\
         \x20   static String text(String a) { return a; }\n}\n",
    );
}

#[test]
fn child_in_c() {
    echo(
        "child.c",
        "#include \"task.h\"\nint *ints(int n, int a[]) { (void)n; return a; }\nbool *bools(int n, bool a[]) { (void)n; return a; }\n\
         double *pairs(int n, double a[][2]) { (void)n; return &a[0][0]; }\nconst char **texts(int n, const char *a[]) { (void)n; return a; }\n\
         const char *text(const char *a) { return a; }\n",
    );
}

#[test]
fn child_in_cpp() {
    echo(
        "child.cpp",
        "#include \"task.h\"\nusing namespace std;\nvector<int> ints(int, vector<int> a) { return a; }\nvector<bool> bools(int, vector<bool> a) { return a; }\n\
         vector<vector<double>> pairs(int, vector<vector<double>> a) { return a; }\nvector<string> texts(int, vector<string> a) { return a; }\n\
         string text(string a) { return a; }\n",
    );
}

#[test]
fn child_in_python() {
    echo(
        "child.py",
        "def ints(n, a):\n    return a\nbools = pairs = texts = ints\ndef text(a):\n    return a\n",
    );
}

#[test]
fn child_in_go() {
    echo(
        "child.go",
        "package main\n\nfunc ints(n int32, a []int32) []int32 { return a }\nfunc bools(n int32, a []bool) []bool { return a }\n\
         func pairs(n int32, a [][]float64) [][]float64 { return a }\nfunc texts(n int32, a []string) []string { return a }\n\
         func text(a string) string { return a }\n",
    );
}
