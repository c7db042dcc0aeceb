//! A test of one argument of a call.

use super::arguments::Width;

/// A test of one argument. A rule holds when all of its conditions hold.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    /// Position of the argument, 0 to 5.
    pub(crate) argument: usize,
    pub(crate) width: Width,
    pub(crate) test: Test,
    /// The condition holds when the test fails.
    pub(crate) negated: bool,
    /// The condition as a person reads it.
    pub(crate) words: String,
}

/// The three tests that classic BPF can make; the others are their opposites. No value or mask
/// has a bit outside of the condition's width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// The argument, restricted to the bits of `mask`, is one of `values`.
    OneOf { mask: u64, values: Vec<u64> },
    /// At least one of these bits is set.
    AnyBit(u64),
    /// The argument, as an unsigned number, is not smaller.
    AtLeast(u64),
}

impl Condition {
    /// Whether a call with these arguments meets the condition: the meaning that the compiled
    /// program must have too.
    pub(crate) fn holds(&self, arguments: &[u64; 6]) -> bool {
        let value = arguments[self.argument] & self.width.mask();
        let passed = match &self.test {
            Test::OneOf { mask, values } => values.contains(&(value & mask)),
            Test::AnyBit(bits) => value & bits != 0,
            Test::AtLeast(least) => value >= *least,
        };
        passed != self.negated
    }
}

/// Two conditions are equal when they mean the same, whatever their words.
impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.argument == other.argument
            && self.width == other.width
            && self.test == other.test
            && self.negated == other.negated
    }
}

impl Eq for Condition {}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(width: Width, test: Test, negated: bool, value: u64) -> bool {
        let condition = Condition { argument: 2, width, test, negated, words: String::new() };
        condition.holds(&[9, 9, value, 9, 9, 9])
    }

    #[test]
    fn a_low_argument_has_no_upper_half() {
        let one_of = |values: &[u64]| Test::OneOf { mask: u64::MAX, values: values.to_vec() };
        assert!(holds(Width::Low, one_of(&[5, 7]), false, 0xdead_0000_0007));
        assert!(!holds(Width::Whole, one_of(&[5, 7]), false, 0xdead_0000_0007));
        assert!(holds(Width::Whole, one_of(&[5, 7]), true, 0xdead_0000_0007));
    }

    #[test]
    fn bits_masks_and_bounds() {
        assert!(holds(Width::Whole, Test::AnyBit(1 << 40 | 2), false, 1 << 40));
        assert!(!holds(Width::Whole, Test::AnyBit(1 << 40 | 2), false, 4));
        assert!(holds(Width::Low, Test::OneOf { mask: 0xf, values: vec![1] }, false, 0x80001));
        assert!(holds(Width::Whole, Test::AtLeast(1 << 32), false, 1 << 32));
        assert!(!holds(Width::Whole, Test::AtLeast(1 << 32), false, 0xffff_ffff));
    }
}
