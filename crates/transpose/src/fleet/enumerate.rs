//! `transpose fleet enumerate`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Instant;

use fleet::Level;

use super::arguments::Enumerate;
use super::{Failure, workers};
use crate::console::complain;

pub(super) fn run(arguments: &Enumerate) -> Result<ExitCode, Failure> {
    let hosts = arguments.crew.hosts()?;
    let symmetry = arguments.symmetry;
    let enumeration = arguments.space.enumeration(arguments.plies, symmetry);
    let start = Instant::now();
    let (unprinted, error) = mpsc::channel();
    let levels = fleet::enumerate(&hosts, &enumeration, move |level| {
        if let Err(error) = print(level, symmetry) {
            // The first is told; whether it has been is nobody's matter here.
            let _ = unprinted.send(error);
        }
    })?;
    if let Ok(error) = error.try_recv()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(Failure::bad(format_args!("standard output: {error}")));
    }
    if hosts.process() == 0 {
        complain(&summary(&levels, hosts.workers(), start.elapsed().as_secs_f64()));
    }
    Ok(ExitCode::SUCCESS)
}

/// A ply's line, as soon as it is known.
fn print(level: Level, symmetry: bool) -> io::Result<()> {
    let Level { ply, tally } = level;
    let mut out = io::stdout().lock();
    write!(out, "{ply} {} {} {} {} {}", tally.positions, tally.open, tally.first, tally.second, tally.drawn)?;
    if symmetry {
        write!(out, " {}", tally.unreduced)?;
    }
    writeln!(out)?;
    out.flush()
}

#[expect(clippy::cast_precision_loss, reason = "a speed to a few digits")]
fn summary(levels: &[Level], count: usize, seconds: f64) -> String {
    let positions: u64 = levels.iter().map(|level| level.tally.positions).sum();
    let speed = positions as f64 / seconds.max(1e-9);
    format!("{positions} positions, {}, {seconds:.2} s, {speed:.0} positions/s", workers(count))
}
