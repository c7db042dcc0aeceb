//! What is wrong with a file, where, and how to mend it.

use serde::Serialize;

use crate::{LineIndex, Span};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal),* $(,)?) => {
        /// Why a file is refused, or doubted. Each has a section in the language reference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[doc = $doc])* $name),* }

        impl Code {
            /// All of them, in order.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The short name that is printed: `E` refuses the file, `W` only doubts it.
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }
        }
    };
}

codes! {
    /// A character that begins no token.
    IllegalCharacter = "E001",
    /// A comment without an end.
    UnclosedComment = "E002",
    /// A name that some target language could not carry.
    NameNotAscii = "E003",
    /// A number that 64 bits with a sign cannot hold.
    NumberTooLarge = "E004",
    /// Something else was expected here.
    Expected = "E005",
    /// Neither interface, struct nor constant.
    ExpectedItem = "E006",
    /// A file without interfaces.
    NoInterface = "E007",
    /// Only one interface: nobody to talk to.
    NoChild = "E008",
    /// A name with an underscore at its edge, or two in a row.
    ReservedName = "E009",
    /// The same name twice in one scope.
    Duplicate = "E010",
    /// A name for a type that is none.
    UnknownType = "E011",
    /// `void` where a value is needed.
    VoidValue = "E012",
    /// A name in an expression that is not known there.
    UnknownName = "E013",
    /// A name in an expression that has no fixed whole number.
    NotAnInteger = "E014",
    /// A name in an expression whose value is not there yet.
    NotYetKnown = "E015",
    /// An array length by a parameter without a range.
    LengthWithoutRange = "E016",
    /// An array length that may be negative.
    NegativeLength = "E017",
    /// A message larger than any transport carries.
    TooLarge = "E018",
    /// An expression that 64 bits with a sign cannot hold.
    Overflow = "E019",
    /// An attribute that does not exist.
    UnknownAttribute = "E020",
    /// An attribute where it means nothing.
    MisplacedAttribute = "E021",
    /// An attribute with the wrong arguments.
    AttributeArguments = "E022",
    /// A range that no value of the type lies in.
    EmptyRange = "E023",
    /// A constant that does not fit its type.
    ConstantOutOfType = "E024",
    /// A constant of a type that has no whole numbers.
    ConstantType = "E025",
    /// A struct without members.
    EmptyStruct = "E026",
    /// An interface of an `Allow` that does not exist.
    UnknownInterface = "E027",
    /// More interfaces, functions or nesting than a frame can number.
    TooMany = "E028",
    /// A word for a direction where none may be.
    MisplacedDirection = "E029",
    /// Bounds in the wrong order.
    ReversedRange = "W001",
    /// A second attribute of a kind, which is ignored.
    RepeatedAttribute = "W002",
    /// A range on a type that it cannot narrow.
    UselessRange = "W003",
    /// A range wider than its type.
    RangeBeyondType = "W004",
}

impl Code {
    /// Whether it refuses the file.
    pub fn is_error(self) -> bool {
        self.name().starts_with('E')
    }
}

/// One thing that is wrong, or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// A lower-case fragment.
    pub message: String,
    /// What stands under the caret; empty for nothing.
    pub label: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Other places that matter, each with what it is.
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    /// A diagnostic; whether it is an error, its code says.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            span,
            message: message.into(),
            label: String::new(),
            help: None,
            related: Vec::new(),
        }
    }

    /// The same with words under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with another place.
    #[must_use]
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related.push((span, what.into()));
        self
    }

    /// Whether it refuses the file.
    pub fn is_error(&self) -> bool {
        self.code.is_error()
    }
}

/// A diagnostic as machines read it. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// As [`Code::name`].
    pub code: &'static str,
    /// A lower-case fragment.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Line of the first byte.
    pub line: usize,
    /// Column of the first byte.
    pub column: usize,
}

/// Diagnostics as machines read them.
pub fn reports(source: &str, diagnostics: &[Diagnostic]) -> Vec<Report> {
    let index = LineIndex::new(source);
    let report = |diagnostic: &Diagnostic| {
        let (line, column) = index.line_column(source, diagnostic.span.start);
        Report {
            severity: if diagnostic.is_error() { "error" } else { "warning" },
            code: diagnostic.code.name(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            start: diagnostic.span.start,
            end: diagnostic.span.end,
            line,
            column,
        }
    };
    diagnostics.iter().map(report).collect()
}
