//! `transpose fleet solve-all`.

use std::process::ExitCode;
use std::time::Instant;

use fleet::{SolveAllError, Stage};

use super::arguments::SolveAll;
use super::{Failure, workers};
use crate::console::complain;

pub(super) fn run(arguments: &SolveAll) -> Result<ExitCode, Failure> {
    let hosts = arguments.crew.hosts()?;
    let task = fleet::SolveAll {
        enumeration: arguments.space.enumeration(None, !arguments.whole),
        database: arguments.output.clone(),
    };
    arguments.crew.keep_apart([&*task.database, &task.partial()], None)?;
    let start = Instant::now();
    let levels = fleet::solve_all(&hosts, &task, move |stage| match stage {
        Stage::Found(level) => {
            complain(&format_args!("ply {}: {} positions", level.ply, level.tally.positions));
        }
        Stage::Solved { ply } => complain(&format_args!("ply {ply}: solved")),
    })
    .map_err(|error| match error {
        SolveAllError::Run(error) => error.into(),
        error => Failure::bad(error),
    })?;
    if hosts.process() == 0 {
        let positions: u64 = levels.iter().map(|level| level.tally.positions).sum();
        let bytes = std::fs::metadata(&task.database).map_or(0, |file| file.len());
        complain(&format_args!(
            "{positions} positions in {bytes} bytes, {}, {:.2} s",
            workers(hosts.workers()),
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(ExitCode::SUCCESS)
}
