//! A function that need not return: who ends in it ends well, who dies in it is at fault.

use crate::support::Task;

const IDL: &str =
    "interface Main { }; interface child { [NoReturn] int work([Range(0, 9)] int what); };";

const CHILD: &str = "#include \"task.h\"\n#include <stdlib.h>\n\
    int work(int what) {\n    if (what == 0) exit(0);\n    if (what == 1) exit(1);\n    if (what == 2) abort();\n\
    \x20   for (volatile long i = 0; what == 3; i++);\n    return what;\n}\n";

/// What the child does, and the cause and the fault.
const TABLE: &[(u32, &str, &str)] = &[
    (0, "verdict", "null"),
    (1, "peer", r#"{"code":1,"fault":"exited"}"#),
    (2, "peer", r#"{"fault":"crashed","signal":6}"#),
    (3, "peer", r#"{"fault":"limit","limit":"cpu_time_limit"}"#),
    (4, "verdict", "null"),
];

fn table(name: &str, main: &str) {
    let task = Task::new(IDL);
    task.file(name, main);
    task.file("child.c", CHILD);
    for (what, cause, fault) in TABLE {
        let limits = ["--cpu-time", "300ms", "--wall-time", "10s"];
        let result = task.run(name, &["child.c"], &what.to_string(), &limits);
        assert_eq!(result["cause"]["cause"], *cause, "{name} {what}: {result:#}");
        assert_eq!(result["cause"]["fault"].to_string(), *fault, "{name} {what}: {result:#}");
        // Main came past its call only where there was an answer.
        let said = result["sides"][0]["stdout"].as_str().expect("its output");
        assert_eq!(said.trim(), if *what == 4 { "4" } else { "" }, "{name} {what}");
    }
}

#[test]
fn main_in_c() {
    table(
        "Main.c",
        "#include \"task.h\"\n#include <stdio.h>\n\
         int main(void) { int n; if (scanf(\"%d\", &n) != 1) return 9; printf(\"%d\\n\", work(n)); return 0; }\n",
    );
}

#[test]
fn main_in_cpp() {
    table(
        "Main.cpp",
        "#include \"task.h\"\n#include <iostream>\nint main() { int n; std::cin >> n; std::cout << work(n) << \"\\n\"; }\n",
    );
}

#[test]
fn main_in_python() {
    table("Main.py", "import task\nprint(task.work(int(input())))\n");
}

#[test]
fn main_in_javascript() {
    table(
        "Main.js",
        "const task = require('./task.js');\n\
         console.log(task.work(Number(require('fs').readFileSync(0, 'utf8'))));\n",
    );
}

#[test]
fn main_in_java() {
    table(
        "Main.java",
        "class Main {\n    public static void main(String[] a) {\n\
         \x20       System.out.println(child.work(new java.util.Scanner(System.in).nextInt()));\n    }\n}\n",
    );
}

#[test]
fn main_in_go() {
    table(
        "Main.go",
        "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar n int32\n\tfmt.Scan(&n)\n\tfmt.Println(work(n))\n}\n",
    );
}

#[test]
fn main_in_rust() {
    table(
        "Main.rs",
        "use crate::sandglass::*;\n\
         pub fn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap(); println!(\"{}\", work(line.trim().parse().unwrap())); }\n",
    );
}

#[test]
fn main_in_csharp() {
    table(
        "Main.cs",
        "using System;\nstatic class Main {}\n\
         static class Program {\n    static void Main() { Console.WriteLine(child.work(int.Parse(Console.ReadLine()))); }\n}\n",
    );
}

#[test]
fn main_in_pascal() {
    table(
        "Main.pas",
        "unit Main;\ninterface\nprocedure Run;\nimplementation\nuses task;\n\
         procedure Run;\nvar\n  n: LongInt;\nbegin\n  ReadLn(n);\n  WriteLn(work(n));\nend;\nend.\n",
    );
}
