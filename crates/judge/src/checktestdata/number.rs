//! Numbers as they are written, of any size and exactly.

use num_bigint::BigInt;
use num_rational::BigRational;

/// Digits of a number, at most; bounds cannot be beyond it (`value::MOST_BITS`).
pub(super) const MOST_DIGITS: usize = 20_000;

/// Size of an exponent of ten, at most.
pub(super) const LARGEST_EXPONENT: u32 = 4_000;

/// An integer at the front of a text: `0|-?[1-9][0-9]*`.
pub(super) struct Whole {
    /// Bytes of it.
    pub(super) length: usize,
    /// `None` beyond [`MOST_DIGITS`].
    pub(super) value: Option<BigInt>,
}

/// # Errors
/// What is wrong with what stands there, as a thing that must be there.
pub(super) fn whole_at(text: &[u8]) -> Result<Whole, &'static str> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let digits = digits_at(text, sign);
    match text.get(sign) {
        Some(b'0') if sign == 1 => return Err("an integer without a sign before 0 must be here"),
        Some(b'0') if digits > 1 => return Err("an integer without leading zeros must be here"),
        Some(b'0'..=b'9') => {}
        _ => return Err("an integer must be here"),
    }
    let length = sign + digits;
    Ok(Whole { length, value: (digits <= MOST_DIGITS).then(|| integer(&text[..length])) })
}

/// A floating-point number at the front of a text: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
pub(super) struct Float {
    /// Bytes of it.
    pub(super) length: usize,
    /// Digits after the point.
    pub(super) decimals: usize,
    /// Whether there is an exponent.
    pub(super) exponent: bool,
    /// Whether exactly one digit that is not 0 stands before the point.
    pub(super) normal: bool,
    /// `None` where it has more digits or a larger exponent than is read.
    pub(super) value: Option<BigRational>,
}

/// # Errors
/// What is wrong with what stands there, as a thing that must be there.
pub(super) fn float_at(text: &[u8], with_exponent: bool) -> Result<Float, &'static str> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let whole = digits_at(text, sign);
    if whole == 0 {
        return Err("a number must be here");
    }
    if whole > 1 && text[sign] == b'0' {
        return Err("a number without leading zeros must be here");
    }
    let mut length = sign + whole;
    let mut decimals = 0;
    if text.get(length) == Some(&b'.') {
        decimals = digits_at(text, length + 1);
        length += if decimals > 0 { decimals + 1 } else { 0 };
    }
    let end = length;
    if with_exponent && matches!(text.get(length), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let count = digits_at(text, length + 1 + signed);
        if count > 1 && text[length + 1 + signed] == b'0' {
            return Err("an exponent without leading zeros must be here");
        }
        length += if count > 0 { 1 + signed + count } else { 0 };
    }
    let exponent = if length > end { &text[end + 1..length] } else { &b"0"[..] };
    Ok(Float {
        length,
        decimals,
        exponent: length > end,
        normal: whole == 1 && text[sign] != b'0',
        value: float(&text[..end], exponent),
    })
}

/// A floating-point number: what stands before its exponent, and the exponent.
pub(super) fn float(mantissa: &[u8], exponent: &[u8]) -> Option<BigRational> {
    if mantissa.len() > MOST_DIGITS / 2 {
        return None;
    }
    let exponent: i64 = std::str::from_utf8(exponent).ok()?.parse().ok()?;
    if exponent.unsigned_abs() > LARGEST_EXPONENT.into() {
        return None;
    }
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let decimals = mantissa.len().saturating_sub(point + 1);
    let digits: Vec<u8> = mantissa.iter().copied().filter(|&byte| byte != b'.').collect();
    let power = exponent - decimals as i64;
    let ten = BigInt::from(10).pow(power.unsigned_abs() as u32);
    let digits = integer(&digits);
    Some(if power < 0 { BigRational::new(digits, ten) } else { (digits * ten).into() })
}

/// Digits, perhaps with a sign before them.
pub(super) fn integer(text: &[u8]) -> BigInt {
    match std::str::from_utf8(text).ok().and_then(|text| text.parse::<i64>().ok()) {
        Some(small) => small.into(),
        None => BigInt::parse_bytes(text, 10).unwrap_or_default(),
    }
}

fn digits_at(text: &[u8], from: usize) -> usize {
    text.get(from..).map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
}
