//! Images that an output validator draws: `judgeimage.*` and `teamimage.*` in the feedback directory.
//!
//! They are made by a program of the problem from what a submission wrote, so they are nobody's trusted
//! file: bounded, told by their first bytes, and only ever shown as an image, which runs nothing and
//! loads nothing. One that is too large, or not what its name says, is left out: a picture decides
//! nothing.

use std::fs::File;
use std::io::Read;

use schemars::JsonSchema;
use serde::Serialize;

/// The names, and what they must be.
const NAMES: [(&str, Kind); 8] = [
    ("judgeimage.png", Kind::Png),
    ("judgeimage.jpg", Kind::Jpeg),
    ("judgeimage.jpeg", Kind::Jpeg),
    ("judgeimage.svg", Kind::Svg),
    ("teamimage.png", Kind::Png),
    ("teamimage.jpg", Kind::Jpeg),
    ("teamimage.jpeg", Kind::Jpeg),
    ("teamimage.svg", Kind::Svg),
];

/// Bytes of an image, at most.
pub(crate) const LARGEST: u64 = 512 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Jpeg,
    Svg,
}

/// An image of a checker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FeedbackImage {
    /// Name in the feedback directory, such as `judgeimage.svg`.
    pub name: String,
    /// Its media type, such as `image/svg+xml`.
    pub media_type: String,
    /// Its bytes; not in JSON.
    #[serde(skip)]
    pub content: Vec<u8>,
}

/// The names under which images may lie in the feedback directory.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name)
}

impl FeedbackImage {
    /// Reads one; `None` where it is not what its name says.
    pub(super) fn read(name: &str, file: File) -> Option<FeedbackImage> {
        let (_, kind) = NAMES.iter().find(|(known, _)| *known == name)?;
        let mut content = Vec::new();
        file.take(LARGEST + 1).read_to_end(&mut content).ok()?;
        if content.len() as u64 > LARGEST || !kind.fits(&content) {
            return None;
        }
        Some(FeedbackImage {
            name: name.to_owned(),
            media_type: kind.media_type().to_owned(),
            content,
        })
    }

    /// The whole image as a URL.
    pub(crate) fn data_url(&self) -> String {
        format!("data:{};base64,{}", self.media_type, base64(&self.content))
    }
}

impl Kind {
    fn media_type(self) -> &'static str {
        match self {
            Kind::Png => "image/png",
            Kind::Jpeg => "image/jpeg",
            Kind::Svg => "image/svg+xml",
        }
    }

    fn fits(self, content: &[u8]) -> bool {
        match self {
            Kind::Png => content.starts_with(b"\x89PNG\r\n\x1a\n"),
            Kind::Jpeg => content.starts_with(b"\xff\xd8\xff"),
            Kind::Svg => std::str::from_utf8(content).is_ok_and(|text| text.contains("<svg")),
        }
    }
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for piece in bytes.chunks(3) {
        let byte = |index: usize| u32::from(piece.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > piece.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn an_image_is_what_its_name_says_or_none() {
        let read = |name: &str, content: &[u8]| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(content).unwrap();
            file.rewind().unwrap();
            FeedbackImage::read(name, file).map(|image| image.media_type)
        };
        let png = b"\x89PNG\r\n\x1a\n...";
        assert_eq!(read("judgeimage.png", png).as_deref(), Some("image/png"));
        assert_eq!(read("teamimage.jpeg", b"\xff\xd8\xff\xe0").as_deref(), Some("image/jpeg"));
        assert_eq!(read("judgeimage.svg", b"<?xml?><svg/>").as_deref(), Some("image/svg+xml"));
        assert_eq!(read("judgeimage.jpg", png), None);
        assert_eq!(read("judgeimage.svg", b"<html>"), None);
        assert_eq!(read("other.png", png), None);
        let large = [&png[..], &vec![0; LARGEST as usize]].concat();
        assert_eq!(read("judgeimage.png", &large), None);
    }
}
