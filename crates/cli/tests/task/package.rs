//! Tasks with interfaces as packages: judged like any other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

const PROBLEM: &str = "\
problem_format_version: 2025-09
name: Birds
uuid: 4f6c1c1e-0000-4000-8000-000000000010
limits: {time_limit: 1, memory: 256, validation_time: 4}
sandglass: {interface: birds.idl, main: Main.py}
";

/// An encoder and a decoder, which share nothing.
const IDL: &str = "\
interface Main { void send([Range(0, 3)] int sign); };
interface encoder { void encode([Range(0, 99)] int number); };
interface decoder { [Range(0, 99)] int decode([Range(0, 20)] int n, [Range(0, 3)] int[n] signs); };
";

/// Input 100 and above makes Main itself fail.
const MAIN: &str = "\
import os, sys, birds
signs = []
def send(sign): signs.append(sign)
number = int(input())
if number == 100: os.abort()
if number == 101: sys.exit(7)
if number == 102:
    while True: pass
if number == 104:
    import time
    time.sleep(1000)
birds.encode(150 if number == 103 else number)
if len(signs) > 9:
    print('too many signs', file=sys.stderr)
    sys.exit(43)
print(birds.decode(len(signs), signs))
if number == 50:
    print('fifty it is', file=sys.stderr)
    sys.exit(42)
";

const BOTH: &str = "\
import Main
def encode(number):
    for place in range(4): Main.send(number >> 2 * place & 3)
def decode(n, signs):
    return sum(sign << 2 * place for place, sign in enumerate(signs))
";

struct Package(tempfile::TempDir);

impl Package {
    fn new() -> Package {
        let package = Package(tempfile::tempdir().expect("a directory"));
        for (path, text) in [("problem.yaml", PROBLEM), ("birds.idl", IDL), ("Main.py", MAIN)] {
            package.file(path, text);
        }
        package
    }

    fn file(&self, path: &str, text: &str) -> PathBuf {
        let path = self.0.path().join("birds").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    fn test(&self, number: u32) {
        self.file("data/secret/1.in", &format!("{number}\n"));
        self.file("data/secret/1.ans", &format!("{number}\n"));
    }

    /// Judges a submission; returns the exit status and what was said of it.
    fn judge(&self, submission: &Path) -> (Option<i32>, Value) {
        let output = self.judged(submission, &["--json"]);
        let session: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        (output.status.code(), session["submissions"][0].clone())
    }

    fn judged(&self, submission: &Path, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sandglass"))
            .args(["judge", "--allow-weaker"])
            .args(options)
            .args([self.0.path().join("birds").as_path(), submission])
            .output()
            .expect("the program starts")
    }

    /// Its test, where it was judged.
    #[track_caller]
    fn report(&self, name: &str, text: &str) -> Value {
        let (_, report) = self.judge(&self.file(&format!("../{name}"), text));
        assert!(report["tests"][0].is_object(), "{name}: {report:#}");
        report["tests"][0].clone()
    }
}

#[test]
fn two_interfaces_are_two_processes_that_share_nothing() {
    let package = Package::new();
    package.test(77);
    let right = package.report("both.py", BOTH);
    assert_eq!(right["verdict"], "accepted", "{right:#}");
    let sessions = right["calls"]["sessions"].as_array().expect("a list");
    assert_eq!(sessions.len(), 2, "{right:#}");
    assert_eq!(sessions[0]["calls"], 5, "one of Main's, four of the encoder's: {right:#}");
    // What it remembers from encoding is not there when it decodes.
    let cheats = "known = []\n\
        def encode(number):\n    known.append(number)\n    open('known', 'w').write(str(number))\n\
        def decode(n, signs):\n    try:\n        return int(open('known').read())\n    except OSError:\n        return known[0] if known else 1\n";
    let wrong = package.report("cheats.py", cheats);
    assert_eq!(wrong["verdict"], "wrong_answer", "{wrong:#}");
    assert!(wrong["difference"].is_object(), "{wrong:#}");
}

/// Whoever waits for it is stopped, and then its own time is over.
#[test]
fn a_main_that_sleeps_is_the_problems_fault() {
    let package = Package::new();
    package.file("problem.yaml", &PROBLEM.replace("validation_time: 4", "validation_time: 1"));
    package.test(104);
    let report = package.report("both.py", BOTH);
    assert_eq!(report["verdict"], Value::Null, "{report:#}");
    let fault = report["problem_fault"].as_str().expect("words");
    assert!(fault.contains("did not end in time"), "{fault}");
}

#[test]
fn each_interface_may_have_a_source_of_its_own() {
    let package = Package::new();
    package.test(33);
    let encoder = "#include \"birds.h\"\n#include \"bits.h\"\n\
        void encode(int number) { for (int i = 0; i < 4; i++) send(number >> BITS * i & 3); }\n";
    let decoder = "#include \"birds.h\"\n#include \"bits.h\"\n\
        int decode(int n, int signs[]) { int x = 0; for (int i = 0; i < n; i++) x |= signs[i] << BITS * i; return x; }\n";
    package.file("../two/encoder.c", encoder);
    package.file("../two/bits.h", "#define BITS 2\n");
    let folder = package.file("../two/decoder.c", decoder);
    let (status, report) = package.judge(folder.parent().expect("a folder"));
    assert_eq!((status, &report["verdict"]), (Some(0), &"accepted".into()), "{report:#}");
}

#[test]
fn every_end_has_its_verdict_and_its_cause() {
    let package = Package::new();
    package.test(5);
    // What the decoder does; the encoder is right.
    for (what, verdict, fault, cause) in [
        ("return 5", "accepted", "", "exited"),
        ("return 6", "wrong_answer", "", "exited"),
        ("return 100", "wrong_answer", "violation", "exited"),
        ("Main.send(4)", "wrong_answer", "violation", "exited"),
        ("os.abort()", "run_time_error", "crashed", "signaled"),
        ("os._exit(0)", "run_time_error", "exited", "exited"),
        ("return 1 // 0", "run_time_error", "exited", "exited"),
        ("return len(bytearray(1 << 30))", "memory_limit_exceeded", "limit", "memory_limit"),
        ("time.sleep(1000)", "time_limit_exceeded", "silent", "idle_limit"),
        ("os.read(os.pipe()[0], 1)", "time_limit_exceeded", "silent", "idle_limit"),
    ] {
        let text = format!("import os, time\n{BOTH}\ndef decode(n, signs):\n    {what}\n");
        let test = package.report("odd.py", &text);
        assert_eq!(test["verdict"], verdict, "{what}: {test:#}");
        assert_eq!(
            test["calls"]["fault"]["fault"].as_str().unwrap_or(""),
            fault,
            "{what}: {test:#}"
        );
        assert_eq!(test["cause"], cause, "{what}: {test:#}");
        if !fault.is_empty() {
            assert_eq!(test["calls"]["peer"], "decoder", "{what}: {test:#}");
        }
    }
    let endless = format!("{BOTH}\ndef encode(number):\n    while True: Main.send(0)\n");
    let test = package.report("endless.py", &endless);
    assert_eq!(test["verdict"], "time_limit_exceeded", "{test:#}");
    assert_eq!(test["calls"]["peer"], "encoder", "{test:#}");
    let many = format!("{BOTH}\ndef encode(number):\n    for i in range(10): Main.send(0)\n");
    let test = package.report("many.py", &many);
    assert_eq!(test["verdict"], "wrong_answer", "{test:#}");
    assert_eq!(test["checker"]["message"], "too many signs", "{test:#}");
    package.test(50);
    let test = package.report("both.py", BOTH);
    assert_eq!(
        (&test["verdict"], &test["checker"]["message"]),
        (&"accepted".into(), &"fifty it is".into()),
        "{test:#}"
    );
}

#[test]
fn what_main_does_wrong_is_the_problems_fault() {
    let package = Package::new();
    let both = package.file("../both.py", BOTH);
    for (number, expected) in [
        (100, "SIGABRT"),
        (101, "it exited with 7, and not with 0"),
        (102, "time limit"),
        (103, "broke a promise of the interface"),
    ] {
        package.test(number);
        let (status, failed) = package.judge(&both);
        let message = failed["tests"][0]["problem_fault"].as_str().unwrap_or_default();
        assert_eq!((status, &failed["verdict"]), (Some(2), &Value::Null), "{failed:#}");
        assert!(
            message.contains("Main Main.py on test secret/1") && message.contains(expected),
            "{message}"
        );
    }
    package.file("birds.idl", "interface Main { void f(int n, int[n] v; };\n");
    let (status, wrong) = package.judge(&both);
    assert_eq!(status, Some(2), "{wrong:#}");
    assert!(
        wrong["error"]["message"].as_str().is_some_and(|text| text.contains("birds.idl:1:")),
        "{wrong:#}"
    );
}

#[test]
fn what_cannot_take_part_is_a_compile_error() {
    let package = Package::new();
    package.test(5);
    let (_, perl) = package.judge(&package.file("../a.pl", "print 1;\n"));
    let messages = perl["compilation"]["messages"].as_str().unwrap_or_default();
    assert_eq!(perl["verdict"], "compile_error", "{perl:#}");
    assert!(messages.contains("there are back ends for"), "{messages}");
    let (_, wrong) = package.judge(&package.file("../a.c", "#include \"birds.h\"\nint x = ;\n"));
    assert_eq!(wrong["verdict"], "compile_error", "{wrong:#}");
}

#[test]
fn a_transcript_has_every_call_and_changes_no_verdict() {
    let package = Package::new();
    package.test(7);
    let wrong = format!("{BOTH}\ndef decode(n, signs): return 100\n");
    let wrong = package.file("../wrong.py", &wrong);
    let (_, plain) = package.judge(&wrong);
    assert!(plain["tests"][0]["calls"]["transcript"].is_null(), "{plain:#}");
    let page = package.0.path().join("page.html");
    let page_name = page.to_str().expect("a path");
    let output = package.judged(&wrong, &["--transcript", "--json", "--report", page_name]);
    let session: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let test = &session["submissions"][0]["tests"][0];
    assert_eq!(test["verdict"], "wrong_answer", "{test:#}");
    assert_eq!(test["calls"]["fault"], plain["tests"][0]["calls"]["fault"], "{test:#}");
    let entries = test["calls"]["transcript"].as_array().expect("a list");
    let send = |sign: u32| {
        [
            json!({"peer": "encoder", "from": "encoder", "event": "call", "function": "Main.send",
                "arguments": {"sign": sign}}),
            json!({"peer": "encoder", "from": "Main", "event": "return", "function": "Main.send",
                "values": {}}),
        ]
    };
    let encode = |event: &str, from: &str, key: &str, values: Value| {
        json!({"peer": "encoder",
        "from": from, "event": event, "function": "encoder.encode", key: values})
    };
    let mut expected = vec![encode("call", "Main", "arguments", json!({"number": 7}))];
    expected.extend([3, 1, 0, 0].into_iter().flat_map(send));
    expected.push(encode("return", "encoder", "values", json!({})));
    expected.push(json!({"peer": "decoder", "from": "Main", "event": "call",
        "function": "decoder.decode", "arguments": {"n": 4, "signs": [3, 1, 0, 0]}}));
    let mut found = entries.clone();
    for entry in &mut found {
        let at = entry.as_object_mut().and_then(|entry| entry.remove("at_ns"));
        assert!(at.is_some_and(|at| at.as_u64() > Some(0)), "{entry}");
    }
    assert_eq!(found[..expected.len()], expected, "{entries:#?}");
    // Its generated code finds the answer out of range, and says so in place of it.
    assert_eq!(found[expected.len()]["event"], "bye", "{entries:#?}");
    let page = fs::read_to_string(page).expect("the page");
    assert!(page.contains("decoder.decode(n = 4, signs = [3, 1, 0, 0])"), "{page}");
    // For people.
    let output = package.judged(&wrong, &["--transcript"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let call = text.lines().find(|line| line.contains("Main.send(sign = 3)"));
    assert!(call.is_some_and(|line| line.contains("<- encoder")), "{text}");
}

#[test]
fn a_transcript_is_bounded_and_says_that_it_goes_on() {
    let package = Package::new();
    package.test(7);
    package.file("Main.py", &MAIN.replace("def send(sign): signs", "def send(sign): signs[:9]"));
    let chatter = format!("{BOTH}\ndef encode(number):\n    for i in range(40000): Main.send(0)\n");
    let chatter = package.file("../chatter.py", &chatter);
    let output = package.judged(&chatter, &["--transcript", "--json", "--time-limit", "60s"]);
    let session: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let calls = &session["submissions"][0]["tests"][0]["calls"];
    assert_eq!((&calls["transcript_cut"], &calls["cause"]), (&true.into(), &"verdict".into()));
    // A mebibyte of frames of 16 to 20 bytes.
    let kept = calls["transcript"].as_array().map_or(0, Vec::len);
    assert!((50_000..66_000).contains(&kept), "{kept}");
}

/// As a task of omegaUp whose Main prints a score and finds its subtask in the name of the case, with the
/// validator that the book has for it.
#[test]
fn main_prints_a_score_and_knows_the_name_of_the_test() {
    let package = Package::new();
    package.file("problem.yaml", &PROBLEM.replace("limits:", "type: scoring\nlimits:"));
    package.file(
        "Main.py",
        "import sys, birds\n\
         def send(sign): pass\n\
         share = birds.decode(0, []) / 10\n\
         print(share if sys.argv[1:] == ['sub2-1'] else sys.argv)\n",
    );
    package.file("data/secret/sub2-1.in", "");
    package.file("data/secret/sub2-1.ans", "");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/idl/libinteractive.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let (_, validator) = page.split_once("```python\n").expect("a validator");
    let (validator, _) = validator.split_once("```").expect("its end");
    package.file("output_validator/literal.py", validator);
    for (answer, verdict, points) in
        [(10, "accepted", 100.0), (4, "accepted", 40.0), (0, "wrong_answer", 0.0)]
    {
        let source = format!("def encode(number): pass\ndef decode(n, signs): return {answer}\n");
        let (_, report) = package.judge(&package.file("../share.py", &source));
        assert_eq!(
            (&report["verdict"], report["score"].as_f64()),
            (&verdict.into(), Some(points)),
            "{report:#}"
        );
    }
    // What the test says comes first.
    package.file("data/secret/sub2-1.yaml", "args: [other]\n");
    let (_, report) = package.judge(
        &package.file("../share.py", "def encode(number): pass\ndef decode(n, signs): return 10\n"),
    );
    assert!(!report["problem_fault"].is_null(), "{report:#}");
}
