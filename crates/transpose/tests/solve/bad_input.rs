//! Whatever is given, the program answers with an error and exit code 2, never with a panic.

use crate::{command, file, solve, solve_input};

/// The one error that this line of a file leads to. The lines around it must be answered.
fn error_of(line: impl AsRef<[u8]>) -> String {
    let mut input = b"33445\n".to_vec();
    input.extend_from_slice(line.as_ref());
    input.extend_from_slice(b"\n121212\n");
    let run = solve_input("connect4 --file -", input);
    assert_eq!(run.scores(), [-18, 18], "{}", run.err);
    assert_eq!(run.code, Some(2));
    let errors = run.err_lines("error: line 2: ");
    assert_eq!((errors.len(), run.err.lines().count()), (1, 2), "one error and the summary: {}", run.err);
    errors[0]["error: line 2: ".len()..].to_owned()
}

#[test]
fn a_bad_line_is_named_with_place_and_character() {
    for (line, error) in [
        ("8", "character 1: expected a column from 1 to 7, found '8'"),
        ("0", "character 1: expected a column from 1 to 7, found '0'"),
        ("4a4", "character 2: expected a column from 1 to 7, found 'a'"),
        ("-1", "character 1: expected a column from 1 to 7, found '-'"),
        ("--analyze", "character 1: expected a column from 1 to 7, found '-'"),
        ("44٤", "character 3: expected a column from 1 to 7, found '٤'"),
        ("  4a4", "character 4: expected a column from 1 to 7, found 'a'"),
        ("4\u{0}", "character 2: expected a column from 1 to 7, found '\\0'"),
        ("1111111", "character 7: expected a column with room, found column 1"),
        ("33333313", "character 8: expected a column with room, found column 3"),
        ("12121212", "character 8: expected no move in a game already won, found column 2"),
        (
            "235763213651765263274515636573747122114444 1x",
            "character 45: expected a score after the position, found 'x'",
        ),
        (
            "4557146376176147672424763164551222125353331",
            "character 43: expected a column with room, found column 1",
        ),
        ("44 five", "character 4: expected a score after the position, found 'f'"),
        ("44 1 2", "character 5: expected a score after the position, found ' '"),
        ("44 99999999999999999999", "character 4: expected a score after the position, found '9'"),
    ] {
        assert_eq!(error_of(line), error, "{line:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_place() {
    assert_eq!(error_of(b"44\xff"), "character 3: expected text in UTF-8, found byte 0xff");
    assert_eq!(error_of(b"\xd9\xa4\xc3"), "character 2: expected text in UTF-8, found byte 0xc3");
}

#[test]
fn a_huge_line_is_one_error() {
    let too_long = "character 4097: expected the end of the line within 4096 bytes, found '4'";
    assert_eq!(error_of("4".repeat(5_000_000)), too_long);
    assert_eq!(error_of("4".repeat(4097)), too_long);
    assert_eq!(error_of("4".repeat(4096)), "character 7: expected a column with room, found column 4");
}

#[test]
fn bad_arguments_are_named_by_their_number() {
    let run = solve("connect4 33445 8 -1 121212 4a4");
    assert_eq!((run.code, run.scores()), (Some(2), vec![-18, 18]));
    assert_eq!(
        run.err_lines("error: "),
        [
            "error: argument 2: character 1: expected a column from 1 to 7, found '8'",
            "error: argument 3: character 1: expected a column from 1 to 7, found '-'",
            "error: argument 5: character 2: expected a column from 1 to 7, found 'a'",
        ]
    );
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let arguments = [OsStr::new("connect4"), OsStr::from_bytes(b"4\xff"), OsStr::new("33445")];
    let run: crate::Run = command(arguments).output().unwrap().into();
    assert_eq!((run.code, run.scores()), (Some(2), vec![-18]));
    assert_eq!(
        run.err_lines("error: "),
        ["error: argument 1: character 2: expected text in UTF-8, found byte 0xff"]
    );
}

#[test]
fn errors_keep_their_place_among_the_answers_of_several_threads() {
    let run = solve_input("connect4 --threads 3 --file -", "8\n77641451617244325266\n9\n33445\nx\n");
    assert_eq!((run.code, run.scores().len()), (Some(2), 2));
    let places: Vec<_> = run.err_lines("error: ").iter().map(|line| &line[7..13]).collect();
    assert_eq!(places, ["line 1", "line 3", "line 5"]);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_after_the_arguments_answers() {
    let missing = file("removed.txt", "");
    std::fs::remove_file(&missing).unwrap();
    let run = solve(&format!("connect4 33445 --file {}", missing.display()));
    assert_eq!((run.code, run.scores()), (Some(2), vec![-18]));
    assert!(run.err.starts_with(&format!("error: {}: cannot be read: ", missing.display())), "{}", run.err);

    let folder = solve(&format!("connect4 33445 --file {}", env!("CARGO_TARGET_TMPDIR")));
    assert_eq!((folder.code, folder.scores()), (Some(2), vec![-18]));
    let named = format!("error: {}: cannot be read: ", env!("CARGO_TARGET_TMPDIR"));
    assert!(folder.err.starts_with(&named), "{}", folder.err);
}

/// What might not begin or never end is no book and no database. Threads that wait for it would not come back.
#[cfg(unix)]
#[test]
fn only_regular_files_are_books_and_databases() {
    let pipe = file("solve.pipe", "");
    std::fs::remove_file(&pipe).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (path, found) in
        [(&*pipe, "a pipe"), (std::path::Path::new("/dev/zero"), "a device"), (folder, "a folder")]
    {
        for option in ["--book", "--database"] {
            let run = solve(&format!("connect4 {option} {} 44", path.display()));
            let name = if option == "--book" { "--book " } else { "" };
            let error = format!("error: {name}{}: expected a regular file, found {found}\n", path.display());
            assert_eq!((run.code, run.out.as_str(), run.err), (Some(2), "", error));
        }
    }
    std::fs::remove_file(pipe).unwrap();
}

#[test]
fn nothing_to_solve_is_an_error_that_says_what_to_give() {
    let run = solve("connect4");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert_eq!(run.err, "error: expected positions or --file PATH, found neither (try --help)\n");
}

#[test]
fn a_table_that_cannot_be_is_an_error() {
    for mib in ["0", "99999999", "17592186044416", "18446744073709551615"] {
        let run = solve(&format!("connect4 33445 --table-mib {mib}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{mib}");
        assert!(run.err.starts_with(&format!("error: --table-mib {mib}: expected ")), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn options_that_make_no_sense_are_errors() {
    for options in [
        "connect4 33445 --threads 0",
        "connect4 33445 --threads 100000",
        "connect4 33445 --table-mib -1",
        "connect4 33445 --table-mib x",
        "connect4 33445 --table-mib 1 --no-table",
        "connect4 33445 --fast",
        "tictactoe ......... --analyze",
        "chess",
        "",
    ] {
        let run = solve(options);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{options}");
        assert!(!run.err.contains("panicked") && !run.err.is_empty(), "{options}: {}", run.err);
    }
}
