//! The model: what a file means, with every name resolved. Back ends read it and nothing else.

use serde::Serialize;

use crate::syntax::Operator;

/// A task's interfaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Model {
    /// Constants, in order.
    pub constants: Vec<Constant>,
    /// Structs; each uses only those before it.
    pub structs: Vec<Struct>,
    /// Main first, then those that contestants implement. An interface's number in frames is its
    /// place here.
    pub interfaces: Vec<Interface>,
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// Its type.
    pub scalar: Scalar,
    /// Its value.
    pub value: i64,
}

/// A struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// Its members, in order.
    pub members: Vec<Member>,
    /// The most bytes on the wire.
    pub max_bytes: u64,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// What it holds.
    pub value: Value,
}

/// An interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interface {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// Its functions; a function's number in frames is its place here.
    pub functions: Vec<Function>,
    /// Bytes of shared memory that the file asks for.
    pub shared_memory: Option<u64>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub result: Option<Value>,
    /// Whether the process may end inside of it.
    pub no_return: bool,
    /// Most calls in a session, where the file says so.
    pub calls: Option<u64>,
    /// Which interfaces may call it, and how often; all, where this is `None`.
    pub allowed: Option<Vec<Permission>>,
}

/// A right to call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Permission {
    /// Whose, as a place among the interfaces.
    pub interface: usize,
    /// How often at most.
    pub calls: Option<u64>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Documentation.
    pub documentation: String,
    /// Which way it travels.
    pub direction: Direction,
    /// What it holds.
    pub value: Value,
}

/// Which way a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// With the call.
    In,
    /// With the reply.
    Out,
    /// With both.
    InOut,
}

/// A type, and which of its values are allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The type of each element.
    pub base: Base,
    /// Length of each dimension, the outermost first; none for what is no array.
    pub lengths: Vec<Length>,
    /// Range of each element, where one is given.
    pub range: Option<Range>,
    /// Bytes that a string may have, from and to.
    pub bytes: Option<(u64, u64)>,
    /// The most bytes on the wire.
    pub max_bytes: u64,
}

/// Length of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Length {
    /// How it is computed.
    pub expression: Expression,
    /// The least that it can be.
    pub low: i64,
    /// The most.
    pub high: i64,
}

/// Bounds, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// Lower bound.
    pub low: Expression,
    /// Upper bound.
    pub high: Expression,
    /// The least value that it can allow.
    pub least: i64,
    /// The greatest.
    pub greatest: i64,
}

/// Element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "type", rename_all = "lowercase")]
pub enum Base {
    /// A number, a truth value or a character.
    Scalar(Scalar),
    /// Text.
    String,
    /// A struct, by its place.
    Struct(usize),
}

/// A whole number, computed; constants are numbers by now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Expression {
    /// A number.
    Number {
        /// It.
        value: i64,
    },
    /// A parameter or member.
    Name {
        /// Its name.
        name: String,
    },
    /// `-a`
    Negate {
        /// `a`
        inner: Box<Expression>,
    },
    /// `a + b`, `a - b`, `a * b`
    Binary {
        /// Which.
        operator: Operator,
        /// `a`
        left: Box<Expression>,
        /// `b`
        right: Box<Expression>,
    },
}

impl Expression {
    /// Its value where it is the same in every call.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Expression::Number { value } => Some(*value),
            Expression::Name { .. } => None,
            Expression::Negate { inner } => inner.constant()?.checked_neg(),
            Expression::Binary { operator, left, right } => {
                let (left, right) = (left.constant()?, right.constant()?);
                match operator {
                    Operator::Add => left.checked_add(right),
                    Operator::Subtract => left.checked_sub(right),
                    Operator::Multiply => left.checked_mul(right),
                }
            }
        }
    }
}

macro_rules! scalars {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal $bytes:literal $low:expr, $high:expr;)*) => {
        /// The types of single values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Scalar { $($(#[doc = $doc])* $name),* }

        impl Scalar {
            /// All of them.
            pub const ALL: &'static [Scalar] = &[$(Scalar::$name),*];
            /// Its word in the language.
            pub fn word(self) -> &'static str { match self { $(Scalar::$name => $word),* } }
            /// Bytes on the wire.
            pub fn bytes(self) -> u64 { match self { $(Scalar::$name => $bytes),* } }
            /// The least and the greatest of its whole numbers; none for `float` and `double`.
            pub fn limits(self) -> Option<(i128, i128)> {
                match self { $(Scalar::$name => if $low == $high { None } else { Some(($low as i128, $high as i128)) }),* }
            }
        }
    };
}

scalars! {
    /// True or false.
    Bool "bool" 1 0, 1;
    /// One byte that is a character.
    Char "char" 1 0, 255;
    /// 8 bits.
    Ubyte "ubyte" 1 0, 255;
    /// 16 bits with a sign.
    Short "short" 2 i16::MIN, i16::MAX;
    /// 16 bits.
    Ushort "ushort" 2 0, u16::MAX;
    /// 32 bits with a sign.
    Int "int" 4 i32::MIN, i32::MAX;
    /// 32 bits.
    Uint "uint" 4 0, u32::MAX;
    /// 64 bits with a sign.
    Long "long" 8 i64::MIN, i64::MAX;
    /// 64 bits.
    Ulong "ulong" 8 0, u64::MAX;
    /// IEEE 754, 32 bits.
    Float "float" 4 0, 0;
    /// IEEE 754, 64 bits.
    Double "double" 8 0, 0;
}

impl Scalar {
    /// The type that a word names.
    pub fn named(word: &str) -> Option<Scalar> {
        Scalar::ALL.iter().copied().find(|scalar| scalar.word() == word)
    }

    /// Whether lengths and ranges may be computed with it.
    pub fn is_integer(self) -> bool {
        !matches!(self, Scalar::Bool | Scalar::Char | Scalar::Float | Scalar::Double)
    }
}

impl Model {
    /// The interface that the setter implements.
    pub fn main(&self) -> &Interface {
        &self.interfaces[0]
    }

    /// The interfaces that contestants implement.
    pub fn children(&self) -> &[Interface] {
        &self.interfaces[1..]
    }

    /// What both sides must agree on, as 16 bytes: the start of the SHA-256 of everything that
    /// changes a frame or a check. Documentation does not.
    pub fn hash(&self) -> [u8; 16] {
        use sha2::{Digest, Sha256};
        let mut bare = self.clone();
        bare.constants.clear();
        bare.strip_documentation();
        // A model has no maps and no floats, so this text is the same for the same model.
        let text = serde_json::to_vec(&bare).unwrap_or_default();
        let digest = Sha256::digest(&text);
        let mut hash = [0; 16];
        hash.copy_from_slice(&digest[..16]);
        hash
    }

    fn strip_documentation(&mut self) {
        for one in &mut self.structs {
            one.documentation.clear();
            one.members.iter_mut().for_each(|member| member.documentation.clear());
        }
        for interface in &mut self.interfaces {
            interface.documentation.clear();
            for function in &mut interface.functions {
                function.documentation.clear();
                function.parameters.iter_mut().for_each(|one| one.documentation.clear());
            }
        }
    }
}
