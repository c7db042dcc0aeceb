//! Types with their lengths and ranges.

use super::Checker;
use super::attributes::Place;
use super::scope::{Known, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Base, Length, Member, Range, Scalar, Struct, Value};
use crate::syntax::{self, Attribute, Type};

/// The largest message: its length is a 32-bit number, and a back end may hold it as one with a sign.
const MAX_BYTES: u64 = 1 << 30;
/// Dimensions of an array beyond it are refused.
const MAX_DIMENSIONS: usize = 8;
/// Bytes of a string that has no `Length`.
const STRING_BYTES: u64 = 65_536;

impl Checker {
    pub(super) fn structure(&mut self, one: &syntax::Struct) {
        self.attributes(&one.attributes, Place::Struct);
        let names: Vec<&syntax::Name> = one.members.iter().map(|member| &member.name).collect();
        self.names(&names, "this struct");
        if one.members.is_empty() {
            self.push(
                Diagnostic::error(Code::EmptyStruct, one.name.span, "a struct has members")
                    .help("add one, or remove the struct"),
            );
        }
        let errors = self.diagnostics.len();
        let mut scope = self.scope.clone();
        let mut members = Vec::new();
        for member in &one.members {
            if let Some(direction) = &member.direction {
                self.push(
                    Diagnostic::error(
                        Code::MisplacedDirection,
                        direction.span,
                        "a member has no direction",
                    )
                    .help("remove the word"),
                );
            }
            let good = self.attributes(&member.attributes, Place::Member);
            if let Some(value) = self.value(&member.value_type, &good, &scope) {
                scope.names.insert(member.name.text.clone(), (known(&value), member.name.span));
                members.push(Member {
                    name: member.name.text.clone(),
                    documentation: member.documentation.clone(),
                    value,
                });
            }
        }
        let sound = self.diagnostics[errors..].iter().all(|diagnostic| !diagnostic.is_error())
            && !members.is_empty();
        let place = sound.then_some(self.structs.len());
        self.struct_names.insert(one.name.text.clone(), place);
        if sound {
            let max_bytes = members.iter().map(|member| member.value.max_bytes).sum();
            self.structs.push(Struct {
                name: one.name.text.clone(),
                documentation: one.documentation.clone(),
                members,
                max_bytes,
            });
        }
    }

    /// What a type and its attributes mean; `None` where they make no sense, which was reported.
    pub(super) fn value(
        &mut self,
        written: &Type,
        attributes: &[&Attribute],
        scope: &Scope,
    ) -> Option<Value> {
        let base = self.base(written);
        let lengths = self.lengths(written, scope);
        let (base, lengths) = (base?, lengths?);
        let range = match Self::find(attributes, "Range") {
            Some(attribute) => self.range(attribute, base, scope)?,
            None => None,
        };
        let bytes = self.string_length(Self::find(attributes, "Length"), base)?;
        let element = match base {
            Base::Scalar(scalar) => scalar.bytes(),
            Base::String => 4 + bytes.map_or(STRING_BYTES, |(_, most)| most),
            Base::Struct(place) => self.structs[place].max_bytes,
        };
        let count = lengths.iter().map(|length| i128::from(length.high)).product::<i128>();
        let max_bytes = count.saturating_mul(i128::from(element));
        let Some(max_bytes) = u64::try_from(max_bytes).ok().filter(|bytes| *bytes <= MAX_BYTES)
        else {
            self.push(
                Diagnostic::error(Code::TooLarge, written.span, "this can be larger than 1 GiB")
                    .label(format!("up to {max_bytes} bytes"))
                    .help("narrow the range of its lengths, or pass it in parts"),
            );
            return None;
        };
        Some(Value { base, lengths, range, bytes, max_bytes })
    }

    fn base(&mut self, written: &Type) -> Option<Base> {
        let word = &written.base.text;
        if let Some(scalar) = Scalar::named(word) {
            return Some(Base::Scalar(scalar));
        }
        match word.as_str() {
            "string" => return Some(Base::String),
            "void" => {
                self.push(
                    Diagnostic::error(Code::VoidValue, written.base.span, "`void` holds no value")
                        .help("only a function without a result is `void`"),
                );
                return None;
            }
            _ => {}
        }
        match self.struct_names.get(word) {
            Some(place) => place.map(Base::Struct),
            None => {
                let mut known: Vec<String> = self.struct_names.keys().cloned().collect();
                known.sort();
                known.extend(Scalar::ALL.iter().map(|scalar| scalar.word().to_owned()));
                known.push("string".to_owned());
                let help = match super::scope::nearest(word, known.iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "a struct must be declared above its first use".to_owned(),
                };
                self.push(
                    Diagnostic::error(
                        Code::UnknownType,
                        written.base.span,
                        format!("there is no type `{word}`"),
                    )
                    .help(help),
                );
                None
            }
        }
    }

    fn lengths(&mut self, written: &Type, scope: &Scope) -> Option<Vec<Length>> {
        if written.lengths.len() > MAX_DIMENSIONS {
            self.push(
                Diagnostic::error(
                    Code::TooMany,
                    written.span,
                    format!("more than {MAX_DIMENSIONS} dimensions"),
                )
                .help("use a struct for the inner ones"),
            );
            return None;
        }
        let mut lengths = Vec::new();
        for expression in &written.lengths {
            let Some(value) = scope.evaluate(expression, &mut self.diagnostics) else { continue };
            if let Some(name) = &value.unranged {
                self.push(
                    Diagnostic::error(
                        Code::LengthWithoutRange,
                        name.span,
                        format!("`{}` is a length and has no range", name.text),
                    )
                    .help(format!("declare it like `[Range(0, 1000)] int {}`, so that the largest message is known", name.text)),
                );
                continue;
            }
            if value.least < 0 {
                self.push(
                    Diagnostic::error(
                        Code::NegativeLength,
                        expression.span(),
                        "this length can be negative",
                    )
                    .label(format!("from {} to {}", value.least, value.greatest))
                    .help("raise the lower bound of its range to 0 or more"),
                );
                continue;
            }
            lengths.push(Length {
                expression: value.expression,
                low: value.least as i64,
                high: value.greatest as i64,
            });
        }
        (lengths.len() == written.lengths.len()).then_some(lengths)
    }

    fn range(&mut self, attribute: &Attribute, base: Base, scope: &Scope) -> Option<Option<Range>> {
        let [low, high] = &attribute.arguments[..] else { return None };
        let evaluate = |checker: &mut Checker, expression| {
            scope.evaluate(expression, &mut checker.diagnostics)
        };
        let (low, high) = (evaluate(self, low), evaluate(self, high));
        let (mut low, mut high) = (low?, high?);
        let limits = match base {
            Base::Scalar(Scalar::Bool) | Base::String | Base::Struct(_) => {
                let what = match base {
                    Base::String => "a string has a length and no range",
                    Base::Struct(_) => "the members of a struct have ranges of their own",
                    Base::Scalar(_) => "`bool` has two values and no more",
                };
                self.push(
                    Diagnostic::error(Code::UselessRange, attribute.span, what)
                        .label("ignored")
                        .help(if base == Base::String {
                            "use `[Length(0, 100)]`"
                        } else {
                            "remove it"
                        }),
                );
                return Some(None);
            }
            Base::Scalar(scalar) => scalar.limits(),
        };
        if low.least == low.greatest && high.least == high.greatest && low.least > high.least {
            self.push(
                Diagnostic::error(
                    Code::ReversedRange,
                    attribute.span,
                    "the bounds are in the wrong order",
                )
                .label(format!("read as from {} to {}", high.least, low.least))
                .help("write the lower one first"),
            );
            std::mem::swap(&mut low, &mut high);
        }
        let (mut least, mut greatest) =
            (low.least.min(high.least), low.greatest.max(high.greatest));
        if let (Some((type_low, type_high)), Base::Scalar(scalar)) = (limits, base) {
            let name = scalar.word();
            if low.least > type_high || high.greatest < type_low {
                self.push(
                    Diagnostic::error(
                        Code::EmptyRange,
                        attribute.span,
                        format!("no {name} lies in this range"),
                    )
                    .label(format!("{name} goes from {type_low} to {type_high}"))
                    .help("choose another range or a wider type"),
                );
                return None;
            }
            if low.least < type_low || high.greatest > type_high {
                self.push(
                    Diagnostic::error(
                        Code::RangeBeyondType,
                        attribute.span,
                        format!("this range is wider than {name}"),
                    )
                    .label(format!("{name} goes from {type_low} to {type_high}"))
                    .help("narrow it, or choose a wider type"),
                );
            }
            least = least.max(type_low);
            greatest = greatest.min(type_high);
        }
        Some(Some(Range {
            low: low.expression,
            high: high.expression,
            least: least as i64,
            greatest: greatest.min(i128::from(i64::MAX)) as i64,
        }))
    }

    /// Bytes that a string may have.
    fn string_length(
        &mut self,
        attribute: Option<&Attribute>,
        base: Base,
    ) -> Option<Option<(u64, u64)>> {
        match (attribute, base) {
            (None, Base::String) => Some(Some((0, STRING_BYTES))),
            (None, _) => Some(None),
            (Some(attribute), Base::String) => {
                let (low, high) = (self.count(attribute, 0)?, self.count(attribute, 1)?);
                if low > high || high > MAX_BYTES {
                    self.push(
                        Diagnostic::error(
                            Code::AttributeArguments,
                            attribute.span,
                            "no string has such a length",
                        )
                        .help(format!(
                            "the lower bound comes first, and the upper is at most {MAX_BYTES}"
                        )),
                    );
                    return None;
                }
                Some(Some((low, high)))
            }
            (Some(attribute), _) => {
                self.push(
                    Diagnostic::error(
                        Code::MisplacedAttribute,
                        attribute.span,
                        "only a string has a length in bytes",
                    )
                    .help("the length of an array stands in its brackets: `int[n]`"),
                );
                None
            }
        }
    }
}

/// What later expressions may do with a value.
pub(super) fn known(value: &Value) -> Known {
    match (value.base, &value.range) {
        _ if !value.lengths.is_empty() => Known::Unusable("it is an array"),
        (Base::Scalar(scalar), range) if scalar.is_integer() => match (range, scalar.limits()) {
            (Some(range), _) => Known::Value {
                least: range.least.into(),
                greatest: range.greatest.into(),
                ranged: true,
            },
            (None, Some((least, greatest))) => Known::Value { least, greatest, ranged: false },
            (None, None) => Known::Unusable("it is no whole number"),
        },
        _ => Known::Unusable("it is no whole number"),
    }
}
