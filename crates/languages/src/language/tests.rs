use super::*;

fn minimal(run: &str) -> String {
    format!(
        "code = 'x'\nname = 'X'\nextensions = ['x']\nentry_points = ['main.x']\n\
         [version]\ncommand = ['/x']\n[run]\n{run}\n"
    )
}

fn parse(text: &str) -> Result<Vec<Language>, LanguageError> {
    Language::parse("x.toml", text)
}

fn one(text: &str) -> Language {
    parse(text).unwrap().remove(0)
}

#[test]
fn unknown_keys_are_errors_that_name_the_file() {
    let text = parse(&minimal("command = ['/x']\nspeed = 1")).unwrap_err().to_string();
    assert!(text.starts_with("x.toml: ") && text.contains("speed"), "{text}");
}

#[test]
fn contradictions_are_errors_that_name_the_key() {
    for (run, key) in [
        ("executable = true", "run.executable"),
        ("command = ['x']", "run.command"),
        ("command = ['/x', '{product}']", "run.command"),
        ("command = ['/x', '{entry_piont}']", "run.command"),
        ("command = ['/x']\nprocesses = 0", "run.processes"),
        ("command = ['/x']\ntime_multiplier = -1.0", "run.time_multiplier"),
        ("command = ['/x']\nout_of_memory.exit_code = 0", "run.out_of_memory"),
        ("command = ['/x']\n[values]\nsources = ''", "values"),
        ("command = ['/x']\n[values]\nUpper = ''", "values"),
        ("command = ['/x']\n[memory.heap]\nshare = 0.0", "memory"),
        ("command = ['/x']\n[memory.heap]\nleast = 2\nmost = 1", "memory"),
        ("command = ['/x']\n[programs.tool]\npaths = ['tool']", "programs"),
        ("command = ['/x']\n[programs.tool]\npaths = []", "programs"),
        ("command = ['/x']\n[values]\na = ''\n[memory.a]\n", "memory"),
        ("command = ['/x']\n[[variants]]\ncode = 'y'\nname = 'Y'\nvalues.a = ''", "variants"),
        ("command = ['/x']\n[[variants]]\ncode = 'y y'\nname = 'Y'", "code"),
        ("command = ['/x']\n[[mounts]]\nsource = 'etc'\ntarget = '/etc'", "mounts"),
    ] {
        let error = parse(&minimal(run)).unwrap_err().to_string();
        assert!(error.contains(&format!("key {key}:")), "{run}: {error}");
    }
}

#[test]
fn the_entry_point_is_asked_for_or_alone_or_usual() {
    let language = one(&minimal("command = ['/x', '{entry_point}']"));
    assert_eq!(language.entry_point(&["a.x", "data"], None).unwrap(), Some("a.x"));
    assert_eq!(language.entry_point(&["a.x", "main.x"], None).unwrap(), Some("main.x"));
    assert_eq!(language.entry_point(&["a.x", "main.x"], Some("a")).unwrap(), Some("a.x"));
    assert!(language.entry_point(&["a.x", "b.x"], None).is_err());
    assert!(language.entry_point(&["a.x"], Some("b.x")).is_err());
}

#[test]
fn a_language_that_needs_no_file_to_run_takes_any_name() {
    let language = one(&minimal("command = ['/x', '{entry}']"));
    assert_eq!(language.entry_point(&["a.x", "b.x"], None).unwrap(), None);
    assert_eq!(language.entry_point(&["a.x"], Some("p.Main")).unwrap(), Some("p.Main"));
    let values = RunValues { entry_point: Some("p.Main"), ..RunValues::default() };
    assert_eq!(language.run_command(&values), ["/x", "p.Main"]);
    assert_eq!(language.run_command(&RunValues::default()), ["/x", ""]);
}

#[test]
fn a_hidden_file_has_no_ending() {
    let language = one(&minimal("command = ['/x']"));
    assert!(!language.claims(".x") && language.claims("y.x") && !language.claims("x"));
}

#[test]
fn variants_change_values_and_programs_and_are_allowed_with_their_language() {
    let text = minimal(
        "command = ['{shell}', '--std={standard}', '{heap}']\nenvironment.HEAP = '{heap}m'\n\
         [values]\nstandard = '1'\n[programs.shell]\npaths = ['/nowhere', '/bin/sh']\n\
         [memory.heap]\nshare = 0.5\n\
         [[variants]]\ncode = 'x2'\nname = 'X 2'\nvalues.standard = '2'\n\
         programs.shell = { paths = ['/nowhere'], package = 'nothing' }",
    );
    let [base, variant] = &parse(&text).unwrap()[..] else { panic!("there are two") };
    let values = RunValues { memory_mebibytes: 64, ..RunValues::default() };
    assert_eq!(base.run_command(&values), ["/bin/sh", "--std=1", "32"]);
    assert_eq!(base.run_environment(&values)["HEAP"], "32m");
    assert_eq!(variant.run_command(&values), ["/nowhere", "--std=2", "32"]);
    assert_eq!(base.missing_packages(), [""; 0]);
    assert_eq!(variant.missing_packages(), ["nothing"]);
    assert_eq!((variant.code.as_str(), variant.variant_of.as_deref()), ("x2", Some("x")));
    assert_ne!(base.fingerprint, variant.fingerprint);

    let codes = |codes: &[&str]| codes.iter().map(|&code| code.to_owned()).collect::<Vec<_>>();
    assert!(base.is_among(&codes(&["y", "x"])) && variant.is_among(&codes(&["x"])));
    assert!(variant.is_among(&codes(&["x2"])) && !base.is_among(&codes(&["x2"])));
}

#[test]
fn a_run_time_may_say_that_its_heap_is_full() {
    let language = one(&minimal("command = ['/x']\nout_of_memory.exit_code = 3"));
    assert!(language.ran_out_of_memory(Some(3), None));
    assert!(!language.ran_out_of_memory(Some(1), None));
    assert!(!language.ran_out_of_memory(None, Some(6)));
    let silent = one(&minimal("command = ['/x']"));
    assert!(!silent.ran_out_of_memory(None, None) && !silent.ran_out_of_memory(Some(3), None));
}

#[test]
fn a_first_line_may_say_that_a_source_is_in_another_language() {
    let python = crate::Languages::builtin().unwrap().by_code("python3").unwrap();
    let check = |file: &str, text: &str| {
        python.check_first_line(file, text.as_bytes()).map_err(|error| error.to_string())
    };
    let refused = "a.py asks for python2 in its first line, which is not Python 3";
    for line in ["#!/usr/bin/env python2\nprint 1", "#! /usr/bin/python2 -u"] {
        assert_eq!(check("a.py", line), Err(refused.to_owned()), "{line}");
    }
    for line in ["", "#!/usr/bin/env python3\n", "#!/usr/bin/python\n", "# python2\n"] {
        assert_eq!(check("a.py", line), Ok(()), "{line}");
    }
    assert_eq!(check("notes.txt", "#!/usr/bin/python2\n"), Ok(()));
}
