//! Where the report goes: the terminal, a page, Markdown, figures for programs.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use benches::console::say;
use benches::figures::{Figure, compare, figures};
use benches::render::{Section, markdown, page, pictures};
use benches::sheet::Sheet;

/// The folder of the Markdown's pictures, beside it.
const PICTURES: &str = "pictures";

/// What came out of the checks.
pub(crate) struct Verdict<'a> {
    /// How many figures are right, as a sentence.
    pub(crate) sentence: String,
    /// Those that are not.
    pub(crate) faults: Vec<&'a String>,
}

impl<'a> Verdict<'a> {
    /// Of all tables.
    pub(crate) fn of(sections: &'a [Section]) -> Self {
        let sheets = || sections.iter().flat_map(|section| &section.sheets);
        let checked: usize = sheets().map(Sheet::checked).sum();
        let faults: Vec<&String> = sheets().flat_map(Sheet::faults).collect();
        let sentence =
            format!("{} of {checked} figures with a known truth are right", checked - faults.len());
        Self { sentence, faults }
    }
}

/// Prints the tables.
///
/// # Errors
///
/// If they cannot be written.
pub(crate) fn print(sections: &[Section], verdict: &Verdict<'_>) -> io::Result<()> {
    for sheet in sections.iter().flat_map(|section| &section.sheets) {
        say(sheet)?;
    }
    for fault in &verdict.faults {
        say(format_args!("WRONG  {fault}"))?;
    }
    say(&verdict.sentence)
}

/// Prints the figures for programs.
///
/// # Errors
///
/// If they cannot be written, or not as JSON.
pub(crate) fn print_json(sections: &[Section]) -> Result<(), Box<dyn Error>> {
    Ok(say(json(sections)?)?)
}

fn json(sections: &[Section]) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&figures(sections))
}

/// Makes the folder of a report, before minutes go into measuring what could not be written.
///
/// # Errors
///
/// If there can be none.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Box<dyn Error>> {
    Ok(fs::create_dir_all(folder).map_err(|error| at(folder, &error))?)
}

/// Writes the report's files into the folder, which is there: the path of the page.
///
/// # Errors
///
/// If a file cannot be written.
pub(crate) fn write(
    sections: &[Section],
    verdict: &Verdict<'_>,
    folder: &Path,
) -> Result<PathBuf, Box<dyn Error>> {
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| at(&path, &error)).map(|()| path)
    };
    let page = put("report.html", &page(sections, &verdict.sentence, &verdict.faults))?;
    put("report.md", &markdown(sections, &verdict.sentence, PICTURES))?;
    put("report.json", &json(sections)?)?;
    let pictures = pictures(sections);
    if !pictures.is_empty() {
        make_folder(&folder.join(PICTURES))?;
    }
    for (name, svg) in pictures {
        put(&format!("{PICTURES}/{name}"), &svg)?;
    }
    Ok(page)
}

/// What went wrong, and with which file.
fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Prints the figures of the old reports beside those of the new ones.
///
/// # Errors
///
/// If a file is not a report's figures.
pub(crate) fn print_comparison(old: &[PathBuf], new: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let read = |paths: &[PathBuf]| paths.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>();
    let pairs = old.len().min(new.len());
    for sheet in compare(&read(old)?, &read(new)?) {
        if !(sheet.rows().is_empty() && sheet.remarks().is_empty()) {
            say(&sheet)?;
        }
    }
    let few = if pairs < 3 { ": too few for a conclusion about times" } else { "" };
    Ok(say(format_args!("{pairs} runs a side{few}"))?)
}

fn read(path: &Path) -> Result<Vec<Figure>, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|error| at(path, &error))?;
    serde_json::from_str(&text)
        .map_err(|error| format!("{}: expected a report's figures: {error}", path.display()).into())
}
