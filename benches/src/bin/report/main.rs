//! The report: what the crates do on this machine, as tables, with every figure checked whose truth is known.
//!
//! `cargo xtask bench` builds and runs it.

#![allow(clippy::cast_precision_loss, reason = "means and times of counts far below 2⁵²")]
#![forbid(unsafe_code)]

mod chess;
#[cfg(feature = "fleet")]
mod fleet;
mod keys;
mod machine;
mod noise;
mod options;
mod output;
#[cfg(feature = "peers")]
mod peers;
mod play;
mod progress;
mod scaling;
mod search;
mod sizes;
mod table;
mod timing;

use std::error::Error;
use std::process::ExitCode;

use benches::console::tell;
use benches::experiments::{self, Extent};
use benches::render::Section;
use benches::sheet::Sheet;

use noise::Noise;
use options::{Options, Task};
use output::Verdict;
use progress::Progress;
use timing::Effort;

/// A part of the report.
struct Group {
    name: &'static str,
    /// About how long it takes, in milliseconds, with little effort and with much.
    weight: [u64; 2],
    run: fn(&Progress, Effort) -> Vec<Sheet>,
}

const GROUPS: &[Group] = &[
    Group { name: "keys", weight: [1_500, 5_000], run: keys::sheets },
    Group { name: "table", weight: [9_000, 30_000], run: table::sheets },
    Group { name: "connect4", weight: [7_000, 27_000], run: search::connect_four_sheets },
    Group { name: "chess", weight: [3_000, 12_000], run: chess::sheets },
    Group { name: "search", weight: [15_000, 90_000], run: search::sheets },
    Group { name: "experiments", weight: [9_000, 407_000], run: experiment_sheets },
    #[cfg(feature = "fleet")]
    Group { name: "fleet", weight: [25_000, 60_000], run: fleet::sheets },
    #[cfg(feature = "peers")]
    Group { name: "peers: keys", weight: [1_000, 2_000], run: peers::key_sheets },
    #[cfg(feature = "peers")]
    Group { name: "peers: chess", weight: [40_000, 500_000], run: peers::chess_sheets },
    #[cfg(feature = "peers")]
    Group { name: "peers: search", weight: [10_000, 60_000], run: peers::search_sheets },
    #[cfg(feature = "peers")]
    Group { name: "peers: connect4", weight: [60_000, 900_000], run: peers::connect_four_sheets },
];

fn main() -> ExitCode {
    let done = match Task::parse(lexopt::Parser::from_env()) {
        Ok(Task::Measure(options)) => measure(&options),
        Ok(Task::Compare { old, new }) => output::print_comparison(&old, &new).map(|()| ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    };
    done.unwrap_or_else(|error| {
        tell(format_args!("error: {error}"));
        ExitCode::FAILURE
    })
}

/// Runs the groups asked for and leaves what they found: fails if a figure is not what it must be.
fn measure(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let groups: Vec<&Group> = GROUPS.iter().filter(|group| options.wants(group.name)).collect();
    if groups.is_empty() {
        let names: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        let filter = options.filter.as_deref().unwrap_or_default();
        let none =
            format!("expected a part of a group's name, one of {}, found {filter:?}", names.join(", "));
        if !options.if_any {
            return Err(none.into());
        }
        // It may name a bench that is run after the report.
        tell(format_args!("no report: {none}"));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &options.out {
        output::make_folder(folder)?;
    }
    let progress = Progress::new(groups.iter().map(|group| group.weight[options.effort as usize]).sum());
    let noise = Noise::measure();
    let mut sections = Vec::new();
    for group in groups {
        let end = progress.position() + group.weight[options.effort as usize];
        sections.push(Section { name: group.name, sheets: (group.run)(&progress, options.effort) });
        progress.reach(end);
    }
    progress.finish();
    let machine = machine::sheet([noise, Noise::measure()]);
    sections.insert(0, Section { name: "", sheets: vec![machine] });
    let verdict = Verdict::of(&sections);
    if options.json {
        output::print_json(&sections)?;
    } else {
        output::print(&sections, &verdict)?;
    }
    if let Some(folder) = &options.out {
        let page = output::write(&sections, &verdict, folder)?;
        tell(format_args!("report: {}", page.display()));
    }
    Ok(if verdict.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The experiments; those that can take long do so only with much effort.
fn experiment_sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let extent = match effort {
        Effort::Little => Extent::Short,
        Effort::Much => Extent::Whole,
    };
    let mut sheets = Vec::new();
    for (name, weight, run) in experiments::ALL {
        let weight = weight[effort as usize];
        sheets.extend(progress.step(&format!("experiment {name}"), weight, || run(extent)));
    }
    sheets
}
