//! A browser without a window, driven over the `WebDriver` protocol by Chromium's `chromedriver`.
//!
//! Source: W3C, *`WebDriver`*, 2018; the `goog:` parts are chromedriver's own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest that anything on a page may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A browser and the program that drives it. Both end with it.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser.
    pub(crate) fn start() -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok())
            .expect("chromedriver says its port");
        let mut browser = Self { driver, port, session: String::new() };
        // No sandbox: tests often run as a user who may make none. The pages are our own.
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let session = browser.ask("POST", "/session", &wanted);
        browser.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        browser.size(1280, 900);
        browser
    }

    /// Sets the size of the page, in CSS pixels.
    pub(crate) fn size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.chromium("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Prefers dark colours, or light ones.
    pub(crate) fn dark(&self, dark: bool) {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.chromium("Emulation.setEmulatedMedia", &features);
    }

    fn chromium(&self, command: &str, parameters: &Value) {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// Opens a page of the book from its file.
    pub(crate) fn open(&self, page: &str) {
        let file = book().join(page);
        assert!(file.is_file(), "no such page: {}", file.display());
        self.post("/url", &json!({ "url": format!("file://{}", file.display()) }));
    }

    /// Opens an interactive page and waits until it has started.
    pub(crate) fn open_app(&self, page: &str) {
        self.open(page);
        self.wait("document.getElementById('app').dataset.ready === 'yes'");
    }

    /// What a JavaScript expression is.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": format!("return {expression};"), "args": [] }))
    }

    /// The text of the element of this id.
    pub(crate) fn text(&self, id: &str) -> String {
        let text = self.eval(&format!("document.getElementById({id:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, condition: &str) {
        let begun = Instant::now();
        while self.eval(condition) != true {
            assert!(begun.elapsed() < PATIENCE, "waited in vain until {condition}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the element that a CSS selector finds first, as a pointer would.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Clicks the button with this text.
    pub(crate) fn button(&self, text: &str) {
        let path = format!("//button[normalize-space()='{text}']");
        let found = self.post("/element", &json!({ "using": "xpath", "value": path }));
        let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Chooses an option of a select by its value, as a reader would: the page hears of it.
    pub(crate) fn choose(&self, id: &str, value: &str) {
        self.click(&format!("#{id} option[value='{value}']"));
    }

    /// Presses keys, one after the other, where the focus is. Special keys are those of the protocol, in the private use area.
    pub(crate) fn press(&self, keys: &str) {
        let presses =
            |key: char| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }));
        let actions: Vec<Value> = keys.chars().flat_map(presses).collect();
        self.post("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// What the console has been told since the last time, errors of loading among it.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        log.as_array().unwrap().iter().map(|entry| entry["message"].to_string()).collect()
    }

    /// A picture of the whole page, if the folder `PICTURES` is wanted.
    pub(crate) fn picture(&self, name: &str, width: u32) {
        let Some(folder) = std::env::var_os("PICTURES") else { return };
        let height = self.eval("document.documentElement.scrollHeight").as_u64().unwrap();
        self.size(width, u32::try_from(height).unwrap());
        let picture = self.ask("GET", &format!("{}/screenshot", self.session), &Value::Null);
        let bytes = decoded(picture.as_str().unwrap());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
        self.size(width, 900);
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", &format!("{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        let mut length = 0;
        while reader.read_line(&mut line).unwrap() > 2 {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let answer: Value = serde_json::from_slice(&body).unwrap();
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {}", value["message"]);
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() && !self.session.is_empty() {
            self.ask("DELETE", &self.session, &Value::Null);
        }
        // Ends the browser too.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The book under test.
fn book() -> PathBuf {
    let book =
        std::env::var_os("BOOK").expect("BOOK names a finished book: `cargo xtask book --test` sets it");
    PathBuf::from(book).canonicalize().expect("BOOK names a folder")
}

/// Bytes from base64.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').map(value).collect();
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    for four in letters.chunks(4) {
        let word = (0..4).fold(0_u32, |word, at| word << 6 | u32::from(four.get(at).copied().unwrap_or(0)));
        bytes.extend(&word.to_be_bytes()[1..four.len()]);
    }
    bytes
}
