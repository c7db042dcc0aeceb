//! Bars over the tests of a submission, with the limit drawn, as SVG.

use std::fmt::Write as _;

/// A bar: its name, its value, a second value behind it, and the class of its colour.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    /// A wider measure of the same thing, drawn behind (wall time behind CPU time).
    pub(super) behind: Option<f64>,
    pub(super) class: &'static str,
    /// What the pointer shows.
    pub(super) title: String,
}

/// What is measured, and its limit.
pub(super) struct Axis<'a> {
    pub(super) limit: f64,
    pub(super) limit_label: String,
    /// A limit of what is drawn behind, shown where a bar comes near it.
    pub(super) behind_limit: Option<(f64, String)>,
    /// A value in words.
    pub(super) label: &'a dyn Fn(f64) -> String,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 8.0;

/// The plot. Bars share the width however many they are; the limit always fits.
pub(super) fn bars(bars: &[Bar], axis: &Axis<'_>) -> String {
    let largest = bars.iter().map(|bar| bar.value.max(bar.behind.unwrap_or(0.0)));
    let top = largest.fold(axis.limit, f64::max) * 1.06;
    let inner = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    // Bars that are low against the limit are drawn on a scale of square roots, whose ticks say so.
    let tallest = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let (power, ticks) = if tallest < axis.limit / 5.0 {
        (0.5, [0.0, 1.0 / 16.0, 0.25])
    } else {
        (1.0, [0.0, 0.25, 0.5])
    };
    let y = |value: f64| TOP + inner.1 * (1.0 - (value / top).clamp(0.0, 1.0).powf(power));
    let step = inner.0 / bars.len().max(1) as f64;
    let width = (step * 0.72).clamp(0.6, 34.0);
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = write!(
        svg,
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" preserveAspectRatio=\"xMidYMid meet\">"
    );
    for part in ticks {
        let value = axis.limit * part;
        line(&mut svg, "grid", y(value), &(axis.label)(value));
    }
    for (index, bar) in bars.iter().enumerate() {
        let x = LEFT + step * index as f64 + (step - width) / 2.0;
        let _ = write!(svg, "<g><title>{}: {}</title>", escape(&bar.name), escape(&bar.title));
        // What the pointer finds is the whole column, however low the bar.
        let column = LEFT + step * index as f64;
        rectangle(&mut svg, "hit", column, TOP, step, inner.1);
        if let Some(behind) = bar.behind {
            rectangle(&mut svg, "behind", x, y(behind), width, (y(0.0) - y(behind)).max(0.5));
        }
        rectangle(&mut svg, bar.class, x, y(bar.value), width, (y(0.0) - y(bar.value)).max(1.0));
        svg.push_str("</g>");
    }
    limit(&mut svg, "", y(axis.limit), &axis.limit_label);
    if let Some((value, label)) = &axis.behind_limit
        && *value < top
    {
        limit(&mut svg, " wall", y(*value), label);
    }
    svg.push_str("</svg>");
    svg
}

fn limit(svg: &mut String, class: &str, y: f64, label: &str) {
    line(svg, &format!("limit{class}"), y, "");
    let (y, label) = (y - 4.0, escape(label));
    let _ = write!(
        svg,
        "<text class=\"limit-label{class}\" x=\"{LEFT}\" y=\"{y:.1}\" dx=\"4\">{label}</text>"
    );
}

fn line(svg: &mut String, class: &str, y: f64, label: &str) {
    let right = WIDTH - RIGHT;
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
    );
    if !label.is_empty() {
        let x = LEFT - 6.0;
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{x}\" y=\"{y:.1}\" dy=\"0.32em\">{}</text>",
            escape(label)
        );
    }
}

fn rectangle(svg: &mut String, class: &str, x: f64, y: f64, width: f64, height: f64) {
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"/>"
    );
}

/// Text as HTML shows it.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(values: &[f64]) -> String {
        let bar = |&value: &f64| Bar {
            name: "<&\">".to_owned(),
            value,
            behind: None,
            class: "ac",
            title: String::new(),
        };
        let all: Vec<Bar> = values.iter().map(bar).collect();
        bars(
            &all,
            &Axis {
                limit: 2.0,
                limit_label: "2 s".into(),
                behind_limit: None,
                label: &|v| format!("{v}"),
            },
        )
    }

    #[test]
    fn bars_stay_inside_and_names_are_escaped() {
        for count in [0, 1, 7, 500] {
            let svg = plot(&vec![9.0; count]);
            assert_eq!(svg.matches("class=\"ac\"").count(), count);
            assert!(!svg.contains("<&") && !svg.contains("NaN") && !svg.contains("inf"));
            for part in svg.split(" y=\"").skip(1) {
                let y: f64 = part.split('"').next().unwrap().parse().unwrap();
                assert!((0.0..=HEIGHT).contains(&y), "{y}");
            }
        }
    }
}
