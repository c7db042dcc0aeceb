//! Which of several files or classes is run, and what the submission's own names may be.

use sandglass_judge::Verdict;

use crate::support::{Test, alone, is_there, judge, package, run_entry, sources};

fn check(code: &str, files: &[(&str, &str)], entry: Option<&str>, expected: Result<(), &str>) {
    let _alone = alone();
    if !is_there(code) {
        return;
    }
    let test: Test = ("one", String::new(), "right");
    let (_folder, package) = package(&[test]);
    let report = run_entry(&judge(), &package, code, &sources(files), entry);
    match expected {
        Ok(()) => assert_eq!(report.verdict.unwrap(), Verdict::Accepted, "{report:#?}"),
        Err(said) => {
            assert_eq!(report.verdict.unwrap(), Verdict::CompileError, "{report:#?}");
            assert!(report.compilation.messages.contains(said), "{report:#?}");
        }
    }
}

fn java(name: &str, header: &str, says: &str) -> String {
    format!(
        "{header} class {name} {{ static class Inner {{}} \
         public static void main(String[] a) {{ System.out.println(\"{says}\"); }} }}\n"
    )
}

#[test]
fn java_a_public_class_in_a_file_of_another_name() {
    check("java", &[("submission.java", &java("Solution", "public", "right"))], None, Ok(()));
}

#[test]
fn java_a_class_of_a_package() {
    let text = java("Solution", "package some.where;\npublic final", "right");
    check("java", &[("some/where/Solution.java", &text)], None, Ok(()));
}

#[test]
fn java_the_only_class_with_a_main() {
    let helper = "class Other { int x; }\ninterface Third<T> { void f(T t); }\n";
    let text = format!("{helper}{}", java("Solution", "", "right"));
    check("java", &[("a.java", &text), ("b.java", "class B {}")], None, Ok(()));
}

#[test]
fn java_several_classes_with_a_main() {
    let (first, second) = (java("First", "", "wrong"), java("Second", "", "right"));
    let files = [("a.java", first.as_str()), ("b.java", second.as_str())];
    check("java", &files, None, Err("more than one class has a method main"));
    check("java", &files, Some("Second"), Ok(()));
    let main = java("Main", "", "right");
    check("java", &[("a.java", &first), ("b.java", &main)], None, Ok(()));
}

#[test]
fn java_without_a_main() {
    check("java", &[("a.java", "class A {}")], None, Err("no class has a method main"));
}

#[test]
fn python_the_usual_name_and_the_one_asked_for() {
    let files = [("main.py", "import other"), ("other.py", "print('right')")];
    check("python3", &files, None, Ok(()));
    let files = [("main.py", "print('wrong')"), ("other.py", "print('right')")];
    check("python3", &files, Some("other.py"), Ok(()));
    let files = [("a.py", ""), ("b.py", "")];
    check("python3", &files, None, Err("main.py"));
}

#[test]
fn pascal_a_unit_beside_the_program() {
    let unit = "unit help;\ninterface\nfunction word: string;\nimplementation\n\
                function word: string; begin word := 'right'; end;\nend.\n";
    let main = "program p; uses help; begin writeln(word); end.\n";
    check("pascal", &[("help.pas", unit), ("main.pas", main)], None, Ok(()));
}

#[test]
fn ocaml_modules_in_the_order_of_their_use() {
    let files = [("a.ml", "let () = print_endline Z.word"), ("z.ml", "let word = \"right\"")];
    check("ocaml", &files, None, Ok(()));
}

#[test]
fn go_several_files() {
    let main = "package main\nimport \"fmt\"\nfunc main() { fmt.Println(word()) }\n";
    let other = "package main\nfunc word() string { return \"right\" }\n";
    check("go", &[("a.go", main), ("b.go", other)], None, Ok(()));
}

#[test]
fn rust_a_module_beside_main() {
    let files = [
        ("main.rs", "mod help; fn main() { println!(\"{}\", help::WORD) }"),
        ("help.rs", "pub const WORD: &str = \"right\";"),
    ];
    check("rust", &files, None, Ok(()));
}
