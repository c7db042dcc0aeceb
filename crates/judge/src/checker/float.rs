//! Numbers as the ICPC/Kattis format writes them.

/// Reads `[+-]? (d* "." d+ | d+ "." | d+) ([Ee] [+-]? d+)?`, and nothing else: no infinity, no NaN,
/// no hexadecimal digits. What is too large for a double becomes an infinity, as `strtod` has it.
pub(crate) fn parse(token: &[u8]) -> Option<f64> {
    let unsigned = token.strip_prefix(b"+").or_else(|| token.strip_prefix(b"-")).unwrap_or(token);
    let exponent_at = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (significand, exponent) = match exponent_at {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    if !is_significand(significand) || !exponent.is_none_or(is_exponent) {
        return None;
    }
    // Rust's own parser accepts all of the grammar and rounds to the nearest double.
    std::str::from_utf8(token).ok()?.parse().ok()
}

fn is_digits(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
}

fn is_significand(bytes: &[u8]) -> bool {
    match bytes.iter().position(|&byte| byte == b'.') {
        None => is_digits(bytes),
        Some(point) => match (&bytes[..point], &bytes[point + 1..]) {
            (whole, []) => is_digits(whole),
            (whole, fraction) => (whole.is_empty() || is_digits(whole)) && is_digits(fraction),
        },
    }
}

fn is_exponent(bytes: &[u8]) -> bool {
    is_digits(bytes.strip_prefix(b"+").or_else(|| bytes.strip_prefix(b"-")).unwrap_or(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar() {
        for (token, value) in [
            ("1", 1.0),
            ("-1.5", -1.5),
            ("+.5", 0.5),
            ("2.", 2.0),
            ("1e3", 1000.0),
            ("1.E-2", 0.01),
            ("00.10e+1", 1.0),
            ("1e999", f64::INFINITY),
            ("123456789012345678901234567890.5", 123_456_789_012_345_680_000_000_000_000.0),
        ] {
            assert_eq!(parse(token.as_bytes()), Some(value), "{token}");
        }
        for token in [
            "", ".", "-", "e5", ".e5", "1e", "1e+", "inf", "nan", "0x10", "1,5", "1_0", "--1",
            "1.5.2", "1 2",
        ] {
            assert_eq!(parse(token.as_bytes()), None, "{token}");
        }
    }
}
