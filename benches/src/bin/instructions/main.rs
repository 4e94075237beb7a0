//! Instructions that the crates' work takes, counted by callgrind: figures that no other load on the machine moves.
//!
//! `cargo xtask bench --instructions` builds and runs it. It runs itself under `valgrind`, once for each workload and number
//! of rounds, and compares what it counts with what is kept: more than 1 % away fails.

#![allow(clippy::cast_precision_loss, reason = "counts far below 2⁵²")]
#![forbid(unsafe_code)]

mod kept;
mod workloads;

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use benches::console::{say, tell};
use benches::sheet::{Sheet, Value};

use kept::Kept;
use workloads::{ALL, Workload};

/// How far a count may be from the one kept, as a share of it.
const TOLERANCE: f64 = 0.01;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--rounds", name, rounds] => rounds.parse().map_err(Into::into).and_then(|rounds| run(name, rounds)),
        [file] => check(Path::new(file), false),
        [file, "--accept"] => check(Path::new(file), true),
        _ => Err("expected FILE [--accept]".into()),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            tell(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs a workload so many times: what is counted.
fn run(name: &str, rounds: u32) -> Result<ExitCode, Box<dyn Error>> {
    let workload = ALL.iter().find(|workload| workload.name == name).ok_or("no workload of that name")?;
    say((workload.run)(rounds))?;
    Ok(ExitCode::SUCCESS)
}

/// Counts every workload and compares with the file, or writes it.
fn check(file: &Path, accept: bool) -> Result<ExitCode, Box<dyn Error>> {
    let kept = Kept::read(file)?;
    let mut sheet = Sheet::new(
        "Instructions, counted by callgrind",
        &["workload", "for each", "instructions", "kept", "change"],
    );
    let mut found = Kept::default();
    let mut moved = Vec::new();
    for workload in &ALL {
        tell(workload.name);
        let count = count(workload)?;
        found.put(workload.name, count);
        let before = kept.get(workload.name);
        let change = before.map(|before| count as f64 / before as f64 - 1.0);
        if change.is_none_or(|change| change.abs() > TOLERANCE) {
            moved.push(workload.name);
        }
        sheet.row([
            workload.name.into(),
            workload.unit.into(),
            Value::decimal(count as f64 / 1e3, 2),
            before.map_or("–".into(), |before| Value::decimal(before as f64 / 1e3, 2)),
            change.map_or("–".into(), |change| Value::Number(format!("{:+.2} %", 100.0 * change))),
        ]);
    }
    say(&sheet)?;
    let gone: Vec<&str> =
        kept.names().filter(|name| ALL.iter().all(|workload| workload.name != *name)).collect();
    if accept {
        fs::write(file, found.to_string())?;
        say(format_args!("accepted into {}", file.display()))?;
    } else if moved.is_empty() && gone.is_empty() {
        say(format_args!("all within {:.0} % of those kept", 100.0 * TOLERANCE))?;
    } else {
        return Err(format!(
            "not as kept: {}: `cargo xtask bench --instructions --accept` takes them",
            [moved, gone].concat().join(", ")
        )
        .into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Instructions for 1,000 of the workload's units. What start-up takes drops out: it is twice the rounds less once.
fn count(workload: &Workload) -> Result<u64, Box<dyn Error>> {
    let program = env::current_exe()?;
    let [(once, units), (twice, more)] = [1, 2]
        .map(|rounds| callgrind(&program, workload.name, rounds))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?
        .try_into()
        .map_err(|_| "expected two counts")?;
    Ok((twice - once) * 1_000 / (more - units))
}

/// What callgrind counts while this program runs so many rounds, and how many units they were.
fn callgrind(program: &Path, name: &str, rounds: u32) -> Result<(u64, u64), Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--rounds", name, &rounds.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}: the distribution's package of that name brings it"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name} under valgrind: {}\n{report}", output.status).into());
    }
    let line = report.lines().find(|line| line.contains("Collected :")).ok_or("callgrind gave no sum")?;
    let counted = line.rsplit(' ').next().unwrap_or_default().parse()?;
    let units = String::from_utf8_lossy(&output.stdout).trim().parse()?;
    Ok((counted, units))
}
