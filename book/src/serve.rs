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
    let file = asked_for(&request).map(|path| folder.join(path));
    let file = file.map(|path| if path.is_dir() { path.join("index.html") } else { path });
    let (status, kind, bytes) = match file.as_deref().and_then(|path| Some((path, fs::read(path).ok()?))) {
        Some((path, bytes)) => ("200 OK", kind(path), bytes),
        None => ("404 Not Found", "text/plain", b"There is no such page.\n".to_vec()),
    };
    let length = bytes.len();
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    visitor.write_all(&bytes)
}

/// The path that a request's first line names, inside the folder; `None` for one that leaves it.
fn asked_for(request: &str) -> Option<PathBuf> {
    let path = request.strip_prefix("GET /")?.split([' ', '?', '#']).next()?;
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
        assert_eq!(asked_for("GET / HTTP/1.1"), Some("".into()));
        assert_eq!(asked_for("GET /pages/table.html?x#y HTTP/1.1"), Some("pages/table.html".into()));
        assert_eq!(asked_for("GET /../secret HTTP/1.1"), None);
        assert_eq!(asked_for("GET //etc/passwd HTTP/1.1"), None);
        assert_eq!(asked_for("POST / HTTP/1.1"), None);
    }
}
