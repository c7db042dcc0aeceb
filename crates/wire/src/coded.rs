//! Enumerations that have a number on the wire and a name in output.

macro_rules! coded {
    ($(#[$meta:meta])* $name:ident, $field:literal, { $($(#[$doc:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its number on the wire.
            pub fn code(self) -> u8 { match self { $($name::$variant => $code,)* } }

            /// Its name in human and JSON output.
            pub fn name(self) -> &'static str { match self { $($name::$variant => $text,)* } }

            pub(crate) fn from_code(code: u8) -> Result<Self, crate::codec::DecodeError> {
                match code {
                    $($code => Ok($name::$variant),)*
                    value => Err(crate::codec::DecodeError::Value { field: $field, value: value.into() }),
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}

pub(crate) use coded;
