//! The special functions that the tests of significance need.

/// Natural logarithm of the gamma function for `x > 0`.
///
/// Lanczos' approximation with g = 7 and nine coefficients (Godfrey's), good to about 1e-15
/// relative for the arguments used here.
pub(super) fn ln_gamma(x: f64) -> f64 {
    // The published digits, of which an f64 keeps what it can.
    #[allow(clippy::excessive_precision)]
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_93,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_13,
        -176.615_029_162_140_59,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_571_6e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Reflection keeps the series in its region of accuracy.
        let sine = (std::f64::consts::PI * x).sin();
        return (std::f64::consts::PI / sine).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let series =
        COEFFICIENTS[1..].iter().enumerate().fold(COEFFICIENTS[0], |sum, (index, coefficient)| {
            sum + coefficient / (x + index as f64 + 1.0)
        });
    let shifted = x + 7.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * shifted.ln() - shifted + series.ln()
}

/// Regularised incomplete beta function I_x(a, b) for `a, b > 0` and `0 <= x <= 1`.
///
/// Continued fraction by Lentz' method (Numerical Recipes, 6.4), on the side where it converges
/// in a few steps.
pub(super) fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(a, b, x) / a
    } else {
        1.0 - front * beta_fraction(b, a, 1.0 - x) / b
    }
}

fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..=10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    fraction
}

/// Two-sided p-value of Student's t with `degrees` degrees of freedom (need not be whole).
pub(super) fn student_two_sided(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))
}

/// Complementary error function for `x >= 0`, to about 1e-15 relative.
///
/// Power series near zero, continued fraction (Abramowitz and Stegun 7.1.14) further out.
pub(super) fn erfc(x: f64) -> f64 {
    let square = x * x;
    let scale = std::f64::consts::FRAC_2_SQRT_PI * (-square).exp();
    if x < 2.5 {
        let (mut term, mut sum, mut denominator) = (x, x, 1.0);
        while term > sum * 1e-17 {
            denominator += 2.0;
            term *= 2.0 * square / denominator;
            sum += term;
        }
        return 1.0 - scale * sum;
    }
    // Evaluated from the far end; 200 levels are far past convergence for x >= 2.5.
    let tail = (1..=200).rev().fold(x, |tail, level| x + f64::from(level) / 2.0 / tail);
    scale / 2.0 / tail
}

/// Two-sided p-value of a standard normal `z`.
pub(super) fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0)
}

/// Fails unless `actual` is within `tolerance`, relative to the larger of 1e-300 and `expected`.
#[cfg(test)]
pub(crate) fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    let error = (actual - expected).abs() / expected.abs().max(1e-300);
    assert!(error <= tolerance, "{actual:e} is not {expected:e}: relative error {error:e}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_gamma_agrees_with_scipy() {
        for (x, expected) in [
            (0.5, 0.572_364_942_924_7),
            (1.5, -0.120_782_237_635_245_26),
            (10.0, 12.801_827_480_081_469),
            (100.25, 360.284_559_637_764_23),
            (5000.0, 37_582.626_315_685_35),
        ] {
            assert_close(ln_gamma(x), expected, 1e-13);
        }
    }

    #[test]
    fn incomplete_beta_agrees_with_scipy() {
        for (a, b, x, expected) in [
            (0.5, 0.5, 0.3, 0.369_010_119_565_545_36),
            (5.0, 0.5, 0.9, 0.316_642_915_020_012_2),
            (99.5, 0.5, 0.99, 0.157_818_836_192_177_87),
            (2.0, 3.0, 0.4, 0.524_8),
            (1500.0, 0.5, 0.999, 0.083_213_097_514_278_77),
        ] {
            assert_close(incomplete_beta(a, b, x), expected, 1e-11);
        }
        assert_eq!((incomplete_beta(2.0, 3.0, 0.0), incomplete_beta(2.0, 3.0, 1.0)), (0.0, 1.0));
    }

    #[test]
    fn student_tail_agrees_with_scipy() {
        for (t, degrees, expected) in [
            (2.0, 10.0, 0.073_388_034_770_740_37),
            (0.5, 3.7, 0.645_335_633_319_931_8),
            (12.0, 198.0, 2.749_309_211_067_588e-25),
        ] {
            assert_close(student_two_sided(t, degrees), expected, 1e-11);
        }
    }

    #[test]
    fn error_function_agrees_with_scipy() {
        for (x, expected) in [
            (0.0, 1.0),
            (0.1, 0.887_537_083_981_715_2),
            (1.0, 0.157_299_207_050_285_16),
            (2.0, 0.004_677_734_981_047_266),
            (2.4999, 0.000_407_169_900_333_451_2),
            (2.5, 0.000_406_952_017_444_958_86),
            (3.0, 2.209_049_699_858_544_5e-5),
            (6.0, 2.151_973_671_249_891_3e-17),
            (20.0, 5.395_865_611_607_901e-176),
        ] {
            assert_close(erfc(x), expected, 1e-12);
        }
    }
}
