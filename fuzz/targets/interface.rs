//! Any text, as an interface file: the front end never panics, formatting keeps the meaning and is
//! idempotent, and what is accepted is generated in every language.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sandglass_idl::{LANGUAGES, check, format, generate, parse, render, reports, start};

fuzz_target!(|bytes: &[u8]| {
    // The first byte chooses a language, the rest is the file.
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let checked = check(text);
    let _ = render("x.idl", text, &checked.diagnostics, false);
    let _ = reports(text, &checked.diagnostics);
    let parsed = parse(text);
    if parsed.errors.is_empty() {
        let formatted = format(text, &parsed);
        let again = parse(&formatted);
        assert!(again.errors.is_empty(), "{formatted}");
        assert_eq!(format(&formatted, &again), formatted);
        assert_eq!(check(&formatted).model, checked.model);
    }
    let Some(model) = checked.model else { return };
    let language = &LANGUAGES[usize::from(*choice) % LANGUAGES.len()];
    for role in 0..model.interfaces.len().min(3) {
        generate(&model, "task", language, role).expect("templates that work");
        start(&model, "task", language, role == 0).expect("templates that work");
    }
});
