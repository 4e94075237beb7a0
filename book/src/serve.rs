//! Serving the book to a browser on this machine, for those whose browser opens no files.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::{fs, thread};

/// Answers requests for the files of `folder` for ever.
///
/// # Errors
///
/// If the listener fails. What goes wrong with one visitor is that visitor's.
pub fn serve(listener: &TcpListener, folder: &Path) -> io::Result<()> {
    loop {
        let (visitor, _) = listener.accept()?;
        let folder = folder.to_path_buf();
        thread::spawn(move || answer(visitor, &folder));
    }
}

fn answer(mut visitor: TcpStream, folder: &Path) -> io::Result<()> {
    let mut lines = BufReader::new(&visitor).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let Answer { status, kind, bytes } = Answer::to(&request, folder);
    let length = bytes.len();
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    // Whoever asks for the head alone gets no more.
    if request.starts_with("HEAD ") { Ok(()) } else { visitor.write_all(&bytes) }
}

struct Answer {
    status: &'static str,
    kind: &'static str,
    bytes: Vec<u8>,
}

impl Answer {
    /// To a request's first line.
    fn to(request: &str, folder: &Path) -> Self {
        let text = |status, text: &str| Self { status, kind: "text/plain", bytes: text.into() };
        let Some(path) = request.strip_prefix("GET ").or_else(|| request.strip_prefix("HEAD ")) else {
            return text("405 Method Not Allowed", "Pages can be read, and nothing else.\n");
        };
        let file = asked_for(path).map(|path| folder.join(path));
        let file = file.map(|path| if path.is_dir() { path.join("index.html") } else { path });
        match file.as_deref().and_then(|path| Some((path, fs::read(path).ok()?))) {
            Some((path, bytes)) => Self { status: "200 OK", kind: kind(path), bytes },
            None => text("404 Not Found", "There is no such page.\n"),
        }
    }
}

/// The path asked for, inside the folder; `None` for one that leaves it.
fn asked_for(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?.split([' ', '?', '#']).next()?;
    let path = Path::new(path);
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| path.to_path_buf())
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_in_the_folder_is_asked_for() {
        assert_eq!(asked_for("/ HTTP/1.1"), Some("".into()));
        assert_eq!(asked_for("/pages/table.html?x#y HTTP/1.1"), Some("pages/table.html".into()));
        assert_eq!(asked_for("/../secret HTTP/1.1"), None);
        assert_eq!(asked_for("//etc/passwd HTTP/1.1"), None);
        assert_eq!(asked_for("http://elsewhere/ HTTP/1.1"), None);
    }

    #[test]
    fn pages_are_read_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let status = |request: &str| Answer::to(request, folder).status;
        assert_eq!(status("GET /src/serve.rs HTTP/1.1"), "200 OK");
        assert_eq!(status("HEAD /src/serve.rs HTTP/1.1"), "200 OK");
        assert_eq!(status("GET /gone.html HTTP/1.1"), "404 Not Found");
        assert_eq!(status("POST / HTTP/1.1"), "405 Method Not Allowed");
        assert_eq!(status(""), "405 Method Not Allowed");
    }
}
