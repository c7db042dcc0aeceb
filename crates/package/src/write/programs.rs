//! Helper programs for the ICPC/Kattis formats: as they are, or behind a script that speaks for
//! them.

use super::plan::{Conversion, safe_name};
use crate::error::PackageError;
use crate::package::Package;
use crate::problem::Problem;
use crate::program::{Checker, HelperProgram, Protocol};
use crate::sources::Sources;
use crate::tree::join;

/// What a program is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Judges an output.
    Checker,
    /// Talks with a submission, and decides alone.
    Interactor,
    /// Looks at an input.
    InputValidator,
}

/// Puts a program into a folder of its own below `folder`, under the name that the source gives it.
pub(super) fn put(
    conversion: &mut Conversion<'_>,
    program: &HelperProgram,
    role: Role,
    folder: &str,
) -> Result<(), PackageError> {
    let sources = conversion.program(program)?;
    if program.protocol == Protocol::Kattis {
        put_as_it_is(conversion, program, sources, folder);
        return Ok(());
    }
    let file = program.path.rsplit('/').next() == Some(&program.name);
    let stem = program.name.rsplit_once('.').filter(|_| file);
    let stem = stem.map_or(program.name.as_str(), |(stem, _)| stem);
    let place = join(folder, &safe_name(stem));
    let Some(build) = build(&sources, &program.path, "program") else {
        conversion
            .misjudges(format!("{} is in a language that scripts do not build", program.path));
        return Ok(());
    };
    conversion.sources(&place, sources);
    conversion.script(join(&place, "build"), format!("#!/bin/sh\nset -e\n{build}"));
    let body = run_script(program.protocol, role, Points::of(conversion.problem()));
    conversion.script(join(&place, "run"), format!("{START}{body}"));
    Ok(())
}

/// A testlib interactor leaves an output, which the checker then judges.
pub(super) fn put_interactor_and_checker(
    package: &Package,
    conversion: &mut Conversion<'_>,
    interactor: &HelperProgram,
    folder: &str,
) -> Result<(), PackageError> {
    let Checker::Programs(checkers) = &package.checker else {
        return put(conversion, interactor, Role::Interactor, folder);
    };
    let place = join(folder, "interactor");
    let mut lines = String::new();
    for (program, product) in [(interactor, "interactor"), (&checkers[0], "checker")] {
        let sources = conversion.program(program)?;
        let Some(build) = build(&sources, &program.path, product) else {
            let message = format!("{} is in a language that scripts do not build", program.path);
            conversion.misjudges(message);
            return Ok(());
        };
        lines.push_str(&build);
        conversion.sources(&place, sources);
    }
    conversion.script(join(&place, "build"), format!("#!/bin/sh\nset -e\n{lines}"));
    let end = testlib_end(Points::of(conversion.problem()));
    conversion.script(join(&place, "run"), format!("{START}{INTERACT_AND_CHECK}{end}"));
    Ok(())
}

fn put_as_it_is(
    conversion: &mut Conversion<'_>,
    program: &HelperProgram,
    sources: Sources,
    folder: &str,
) {
    let base = program.path.rsplit('/').next().unwrap_or(&program.path);
    let single = matches!(&sources.files[..], [file] if file.name == base);
    // Where the folder itself was the program, its files stand directly in it again.
    let itself = program.path == folder || !program.path.contains('/');
    let place = if single || itself { folder.to_owned() } else { join(folder, &program.name) };
    conversion.sources(&place, sources);
}

/// Shell lines that make `product` from sources in C, C++ or Python.
fn build(sources: &Sources, path: &str, product: &str) -> Option<String> {
    let base = path.rsplit('/').next().unwrap_or(path);
    let main = sources.files.iter().find(|file| file.name == base)?;
    let (_, ending) = main.name.rsplit_once('.')?;
    Some(match ending {
        "c" => format!("cc -O2 -o {product} {base} -lm\n"),
        "cc" | "cpp" | "cxx" => format!("c++ -O2 -std=gnu++17 -o {product} {base}\n"),
        "py" => format!(
            "printf '#!/bin/sh\\nexec python3 \"$(dirname \"$0\")/{base}\" \"$@\"\\n' > {product}\n\
             chmod +x {product}\n"
        ),
        _ => return None,
    })
}

/// What becomes of points that a testlib program gives.
#[derive(Clone, Copy)]
enum Points {
    /// There are none in the problem.
    None,
    /// They are parts of a hundred.
    Percent,
    /// They are points.
    Absolute,
}

impl Points {
    fn of(problem: &Problem) -> Points {
        match (problem.scoring, problem.points_in_percent) {
            (false, _) => Points::None,
            (true, true) => Points::Percent,
            (true, false) => Points::Absolute,
        }
    }
}

/// What turns the answer of a program into exit codes 42 and 43, and feedback files.
fn run_script(protocol: Protocol, role: Role, points: Points) -> String {
    match (protocol, role) {
        (Protocol::Testlib | Protocol::Plain, Role::InputValidator) => VALIDATE.to_owned(),
        (Protocol::Testlib | Protocol::Plain, _) => format!("{TESTLIB}{}", testlib_end(points)),
        (Protocol::Sim, Role::Interactor) => SIM_INTERACTIVE.to_owned(),
        (Protocol::Sim, _) => SIM.to_owned(),
        (Protocol::Cms, _) => CMS.to_owned(),
        (Protocol::Kattis, _) => "exec \"$here/program\" \"$@\"\n".to_owned(),
    }
}

/// What follows from the exit code of a testlib program, which is in `$code`, and from its words.
fn testlib_end(points: Points) -> String {
    let (part, points) = match points {
        Points::None => (String::new(), String::new()),
        Points::Percent => (multiplier("$code / 200"), multiplier("$points / 100")),
        Points::Absolute => {
            let file = "  echo \"$points\" > \"$3/score.txt\"\n".to_owned();
            (multiplier("$code / 200"), file)
        }
    };
    format!(
        "if grep -q \"^partially correct ($code)\" \"$3/judgemessage.txt\"; then\n  \
         [ $code -gt 0 ] || exit 43\n{part}  exit 42\nfi\n\
         if [ $code -eq 7 ]; then\n  \
         points=$(awk '{{ print ($1 == \"points\") ? $2 : $1; exit }}' \"$3/judgemessage.txt\")\n  \
         awk \"BEGIN {{ exit !($points > 0) }}\" || exit 43\n{points}  exit 42\nfi\n\
         {CODES}"
    )
}

/// The line that writes a part of the points.
fn multiplier(part: &str) -> String {
    format!("  awk \"BEGIN {{ print {part} }}\" > \"$3/score_multiplier.txt\"\n")
}

const START: &str = "#!/bin/sh\nhere=$(dirname \"$0\")\n";

/// Wrong answer, presentation error, dirt at the end and unexpected end of file.
const CODES: &str = "\
case $code in
  0) exit 42 ;;
  1|2|4|8) exit 43 ;;
esac
exit 1
";

const VALIDATE: &str = "\
\"$here/program\" \"$@\" && exit 42
exit 43
";

const TESTLIB: &str = "\
input=$1 answer=$2 feedback=$3
cat > \"$feedback/output.tmp\"
(shift 3; \"$here/program\" \"$input\" \"$feedback/output.tmp\" \"$answer\" \"$@\") 2> \"$3/judgemessage.txt\"
code=$?
rm -f \"$3/output.tmp\"
";

const INTERACT_AND_CHECK: &str = "\
\"$here/interactor\" \"$1\" \"$3/output.tmp\" \"$2\" 2> \"$3/judgemessage.txt\"
code=$?
if [ $code -eq 0 ]; then
  \"$here/checker\" \"$1\" \"$3/output.tmp\" \"$2\" > /dev/null 2> \"$3/checker.tmp\"
  code=$?
  cat \"$3/checker.tmp\" >> \"$3/judgemessage.txt\"
  rm -f \"$3/checker.tmp\"
fi
rm -f \"$3/output.tmp\"
";

/// The lines of Sim's protocol are in `$3/answer.tmp`.
const SIM: &str = "\
cat > \"$3/output.tmp\"
\"$here/program\" \"$1\" \"$2\" \"$3/output.tmp\" > \"$3/answer.tmp\" 2>&1 || exit 1
{ read -r word; read -r percent; cat > \"$3/judgemessage.txt\"; } < \"$3/answer.tmp\"
rm -f \"$3/output.tmp\" \"$3/answer.tmp\"
case $word in
  OK) if [ -n \"$percent\" ] && [ \"$percent\" != 100 ]; then
        awk -v p=\"$percent\" 'BEGIN { print p / 100 }' > \"$3/score_multiplier.txt\"
      fi
      exit 42 ;;
  WRONG) exit 43 ;;
esac
exit 1
";

const SIM_INTERACTIVE: &str = "\
\"$here/program\" \"$1\" 2> \"$3/answer.tmp\" || exit 1
{ read -r word; read -r percent; cat > \"$3/judgemessage.txt\"; } < \"$3/answer.tmp\"
rm -f \"$3/answer.tmp\"
case $word in
  OK) if [ -n \"$percent\" ] && [ \"$percent\" != 100 ]; then
        awk -v p=\"$percent\" 'BEGIN { print p / 100 }' > \"$3/score_multiplier.txt\"
      fi
      exit 42 ;;
  WRONG) exit 43 ;;
esac
exit 1
";

const CMS: &str = "\
cat > \"$3/output.tmp\"
score=$(\"$here/program\" \"$1\" \"$2\" \"$3/output.tmp\" 2> \"$3/judgemessage.txt\") || exit 1
rm -f \"$3/output.tmp\"
verdict=$(printf '%s\\n' \"$score\" | awk 'NR == 1 { print ($1 > 0) ? ($1 < 1 ? \"part\" : \"all\") : \"none\" }')
case $verdict in
  all) exit 42 ;;
  part) printf '%s\\n' \"$score\" > \"$3/score_multiplier.txt\"; exit 42 ;;
  none) exit 43 ;;
esac
exit 1
";
