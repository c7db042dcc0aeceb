//! The back ends: a model becomes source files in a language. A language is one [`Language`] and one
//! folder of templates in its own file extension; `docs/idl/protocol.md` says what they must do.

mod abilities;
mod context;
mod keywords;
mod languages;
mod names;

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};

use crate::model::Model;
use names::Naming;

pub use languages::LANGUAGES;

/// A target language.
#[derive(Debug)]
pub struct Language {
    /// Its code, as `sandglass languages` lists it.
    pub code: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Ending of its source files, without the dot.
    pub extension: &'static str,
    naming: Naming,
    /// Whether functions of all interfaces share one space of names.
    one_space: bool,
    /// Whether a member of a class hides a class of its name, and none is called as its own class.
    hides_types: bool,
    /// Whether sources are units: nothing else may have the name of Main's or of the task's.
    units: bool,
    /// A whole number as the language writes it, in 64 bits.
    number: fn(i64) -> String,
    /// A variable, widened to 64 bits with a sign.
    wide: fn(&str) -> String,
    /// Templates by name.
    templates: &'static [(&'static str, &'static str)],
    /// Files of either side: the template, and what the file is called, itself a template.
    files: &'static [(&'static str, &'static str)],
    /// What a person starts from: for Main, and for contestants.
    starts: [&'static str; 2],
    entries: [Option<&'static str>; 2],
    /// What the compiler is told beyond its usual command: for Main, and for contestants.
    flags: [&'static [&'static str]; 2],
}

impl Language {
    /// What the program starts with, where the language asks: a file, or a class.
    pub fn entry(&self, main: bool) -> Option<&'static str> {
        self.entries[usize::from(!main)]
    }

    /// What the compiler is told beyond its usual command.
    pub fn flags(&self, main: bool) -> &'static [&'static str] {
        self.flags[usize::from(!main)]
    }
}

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its name, without folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why nothing was generated: always a fault of ours, as the model is sound.
#[derive(Debug, thiserror::Error)]
#[error("the templates of {language} failed on {template}")]
pub struct GenerateError {
    language: &'static str,
    template: String,
    #[source]
    source: minijinja::Error,
}

/// A language by its code.
pub fn language(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code == code)
}

/// The name of a task: that of its interface file without folders and ending, where it can name a source
/// file in every language.
pub fn task_name(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
    (plain && name != "Main" && !name.starts_with("sandglass")).then_some(name)
}

/// The files that make a program of somebody's sources: those for the interface at `role`, where 0
/// is Main's. `module` is the name of the task.
///
/// # Errors
/// [`GenerateError`] where a template is broken.
pub fn generate(
    model: &Model,
    module: &str,
    language: &'static Language,
    role: usize,
) -> Result<Vec<GeneratedFile>, GenerateError> {
    let templates = Templates::new(language, model, module, role)?;
    language.files.iter().map(|(template, name)| templates.file(template, name)).collect()
}

/// A source that compiles as it is, to start from.
///
/// # Errors
/// [`GenerateError`] where a template is broken.
pub fn start(
    model: &Model,
    module: &str,
    language: &'static Language,
    main: bool,
) -> Result<GeneratedFile, GenerateError> {
    let templates = Templates::new(language, model, module, usize::from(!main))?;
    let text = templates.text(language.starts[usize::from(!main)])?;
    Ok(GeneratedFile { name: source_name(module, language, main), text })
}

/// A template of a kit, which sees what the language's own templates see, and `kit`.
pub(crate) fn render(
    model: &Model,
    module: &str,
    language: &'static Language,
    role: usize,
    (name, text): (&'static str, &'static str),
    kit: &serde_json::Value,
) -> Result<String, GenerateError> {
    let mut templates = Templates::new(language, model, module, role)?;
    templates
        .environment
        .add_template(name, text)
        .map_err(|source| templates.broken(name, source))?;
    let own = templates.context.clone();
    templates.context = minijinja::context! { kit => minijinja::value::Serde(kit), ..own };
    templates.text(name)
}

/// What the setter's source (`main`) or a contestant's must be called to be found by the generated
/// files.
pub fn source_name(module: &str, language: &Language, main: bool) -> String {
    format!("{}.{}", if main { "Main" } else { module }, language.extension)
}

struct Templates {
    environment: Environment<'static>,
    context: Value,
    language: &'static Language,
}

impl Templates {
    fn new(
        language: &'static Language,
        model: &Model,
        module: &str,
        role: usize,
    ) -> Result<Templates, GenerateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
            .map_err(|source| GenerateError {
                language: language.name,
                template: "the syntax".to_owned(),
                source,
            })?;
        environment.set_syntax(syntax);
        for (name, text) in language.templates {
            environment.add_template(name, text).map_err(|source| GenerateError {
                language: language.name,
                template: (*name).to_owned(),
                source,
            })?;
        }
        let context =
            Value::from(minijinja::value::Serde(context::context(model, module, language, role)));
        Ok(Templates { environment, context, language })
    }

    fn file(&self, template: &str, name: &str) -> Result<GeneratedFile, GenerateError> {
        let text = self.text(template)?;
        let name = self.environment.render_str(name, &self.context);
        Ok(GeneratedFile { name: name.map_err(|source| self.broken(template, source))?, text })
    }

    fn text(&self, template: &str) -> Result<String, GenerateError> {
        self.environment
            .get_template(template)
            .and_then(|template| template.render(&self.context))
            .map_err(|source| self.broken(template, source))
    }

    fn broken(&self, template: &str, source: minijinja::Error) -> GenerateError {
        GenerateError { language: self.language.name, template: template.to_owned(), source }
    }
}
