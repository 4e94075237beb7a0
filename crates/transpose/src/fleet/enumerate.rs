//! `transpose fleet enumerate`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Instant;

use fleet::Level;

use super::arguments::Enumerate;
use super::{Failure, counted, workers};
use crate::console::complain;

pub(super) fn run(arguments: &Enumerate) -> Result<ExitCode, Failure> {
    let hosts = arguments.crew.hosts()?;
    let symmetry = arguments.symmetry;
    let enumeration = arguments.space.enumeration(arguments.plies, symmetry);
    let start = Instant::now();
    let (unprinted, error) = mpsc::channel();
    let counted = fleet::enumerate(&hosts, &enumeration, move |level| {
        print(level, symmetry).inspect_err(|error| {
            // There is somebody to hear of it, below.
            let _ = unprinted.send((error.kind(), error.to_string()));
        })
    });
    match error.try_recv() {
        // A reader that has gone away has read enough; any other error is one.
        Ok((io::ErrorKind::BrokenPipe, _)) => return Ok(ExitCode::SUCCESS),
        Ok((_, error)) => return Err(Failure::bad(format_args!("standard output: {error}"))),
        Err(_) => {}
    }
    let levels = counted?;
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
    let positions = counted(positions, "position");
    format!("{positions}, {}, {seconds:.2} s, {speed:.0} positions/s", workers(count))
}
