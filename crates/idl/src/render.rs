//! Diagnostics as people read them: the line, a caret, and what to do.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::{Diagnostic, Span};

/// Everything that is wrong with `source`, one block each; `path` names it.
pub fn render(path: &str, source: &str, diagnostics: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let blocks = diagnostics.iter().map(|diagnostic| block(&renderer, path, source, diagnostic));
    blocks.collect::<Vec<_>>().join("\n\n")
}

fn block(renderer: &Renderer, path: &str, source: &str, diagnostic: &Diagnostic) -> String {
    let level = if diagnostic.is_error() { Level::ERROR } else { Level::WARNING };
    let mut primary = AnnotationKind::Primary.span(range(source, diagnostic.span));
    if !diagnostic.label.is_empty() {
        primary = primary.label(&diagnostic.label);
    }
    let mut snippet = Snippet::source(source).path(path).annotation(primary);
    for (span, what) in &diagnostic.related {
        snippet =
            snippet.annotation(AnnotationKind::Context.span(range(source, *span)).label(what));
    }
    let mut group =
        level.primary_title(&diagnostic.message).id(diagnostic.code.name()).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// The bytes of a span that are there.
fn range(source: &str, span: Span) -> std::ops::Range<usize> {
    span.start.min(source.len())..span.end.min(source.len())
}
