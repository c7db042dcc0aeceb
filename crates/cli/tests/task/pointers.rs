//! C++ sources as they were written for libinteractive, with arrays as pointers.

use std::process::Command;

use crate::support::Task;

const IDL: &str = "\
interface Main { void send([Range(0, 10)] int n, int[n] a); };
interface child {
    long work([Range(0, 10)] int n, int[n] a, [Range(0, 5)] int k, bool[k] b, int[k][2] m, char[3] c, double d);
    int last([Range(1, 10)] int n, int[n] a);
    void nothing([Range(0, 10)] int n, short[n] a);
};
";

const MAIN: &str = r#"
#include "task.h"
#include <iostream>
static int total;
void send(int n, int a[]) { for (int i = 0; i < n; i++) total += a[i]; }
int main() {
    int a[] = {1, 2, 3}, m[2][2] = {{1, 2}, {3, 4}};
    bool b[2] = {true, false};
    char c[] = "abc";
    short *s = new short[4];
    for (int i = 0; i < 4; i++) s[i] = i;
    nothing(4, s);
    delete[] s;
    std::cout << work(3, a, 2, b, m, c, 2.5) << ' ' << total << ' ' << last(3, a) << std::endl;
    return 0;
}
"#;

const CHILD: &str = r#"
#include "task.h"
long long work(int n, int a[], int k, bool *b, int m[][2], char c[], double d) {
    int *copy = new int[n];
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += copy[i] = a[i];
    send(n, copy);
    send(n, a);
    delete[] copy;
    for (int i = 0; i < k; i++) sum = sum * 10 + b[i] + m[i][0] * m[i][1];
    return sum * 1000 + c[2] + (int)d;
}
int last(int n, int *a) { a[0] = 7; return a[0] + a[n - 1]; }
void nothing(int, short[]) {}
"#;

/// The same in today's way.
fn with_vectors(source: &str) -> String {
    let changes = [
        (
            "int n, int a[], int k, bool *b, int m[][2], char c[]",
            "int n, std::vector<int> a, int k, std::vector<bool> b, std::vector<std::vector<int>> m, std::vector<char> c",
        ),
        ("int *a", "std::vector<int> a"),
        ("short[]", "std::vector<short>"),
    ];
    changes.iter().fold(source.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[test]
fn pointers_and_vectors_on_either_side() {
    let task = Task::new(IDL);
    task.file("Main.cpp", MAIN);
    task.file("old.cpp", CHILD);
    task.file("new.cpp", &with_vectors(CHILD));
    for child in ["old.cpp", "new.cpp"] {
        let result = task.run("Main.cpp", &[child], "", &[]);
        assert_eq!(result["sides"][0]["stdout"], "642101 12 10\n", "{child}: {result:#}");
    }
}

#[test]
fn a_function_in_neither_form_is_named() {
    let task = Task::new(IDL);
    task.file("Main.cpp", MAIN);
    task.file("child.cpp", &CHILD.replace("void nothing(int, short[]) {}", ""));
    let result = task.run("Main.cpp", &["child.cpp"], "", &[]);
    let said = result["sides"][1]["stderr"].as_str().expect("its words");
    assert!(said.contains("own_fault: child.nothing is missing"), "{result:#}");
}

#[test]
fn both_in_one_program() {
    let task = Task::new(IDL);
    let main = task.file("Main.cpp", MAIN);
    let folder = main.parent().expect("its folder");
    task.file("task.cpp", CHILD);
    let succeeds = |program: &str, arguments: &str| {
        let output = Command::new(program).args(arguments.split(' ')).current_dir(folder).output();
        let output = output.expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    succeeds(env!("CARGO_BIN_EXE_sandglass"), "task generate task.idl --main cpp --child cpp");
    succeeds(
        "g++",
        "-std=c++17 -Wall -Wextra -Werror -DSANDGLASS_POINTERS -IMain Main.cpp task.cpp -o one",
    );
    assert_eq!(succeeds("./one", ""), "642101 12 10\n");
}
