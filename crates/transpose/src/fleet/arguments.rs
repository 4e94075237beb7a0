//! What the command line says.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{ArgAction, Args, Subcommand};
use fleet::{Enumeration, GameName, Hosts};

use super::Failure;
use super::apart::keep_apart;
use crate::console::MAX_THREADS;
use crate::solve::{connect_four, tic_tac_toe};

const EXIT_CODES: &str = "Exit code: 0; 1 if a score differs from an expected one; 2 if anything given was bad, or a disk \
                          failed; 3 if a worker or a process was lost or never came: the job can be started again.";

const SEVERAL: &str = "Several processes are started with the same arguments but for --process, in any order, on one \
                       machine or on several. Only process 0 prints answers and writes files.";

/// Arguments of `transpose fleet`.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) job: Job,
}

#[derive(Debug, Subcommand)]
pub(super) enum Job {
    /// Counts the distinct positions of a game, ply by ply
    ///
    /// Each ply is a line PLY POSITIONS OPEN FIRST SECOND DRAWN: all positions, those whose game goes on, and those won by
    /// the player who began, won by the other, and drawn. With --symmetry a seventh number counts mirror images and turns
    /// after all.
    #[command(after_help = EXIT_CODES, after_long_help = long(), disable_help_flag = true)]
    Enumerate(Enumerate),
    /// Solves every position of a game, as a database that `transpose solve --database` probes
    #[command(after_help = EXIT_CODES, after_long_help = long(), disable_help_flag = true)]
    SolveAll(SolveAll),
    /// Solves the positions of a file exactly, and goes on where an interrupted run stopped
    ///
    /// Each answer is a line POSITION SCORE of the output, in the input's order; with --any-order NUMBER POSITION SCORE, as they
    /// come, positions being numbered from 1. Lines of the file are as for `transpose solve`. Started again with the same
    /// file, it solves what the output lacks.
    #[command(after_help = EXIT_CODES, after_long_help = long(), disable_help_flag = true)]
    Batch(Batch),
    /// Makes an opening book of Connect Four: the exact scores of all positions of the first plies
    ///
    /// Those of the last ply are solved; the plies before follow from them. Beside the book a file of its name and `.scores`
    /// keeps the scores, with which an interrupted run goes on. `transpose solve connect4 --book` takes books of 7x6; those of
    /// smaller boards are for programs (`games::connect_four::Book`).
    #[command(after_help = EXIT_CODES, after_long_help = long(), disable_help_flag = true)]
    Book(Book),
}

fn long() -> String {
    format!("{SEVERAL}\n\n{EXIT_CODES}")
}

#[derive(Debug, Args)]
pub(super) struct Enumerate {
    #[command(flatten)]
    pub(super) space: Space,
    /// The last ply to count [default: the game's last]
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<u8>,
    /// Counts only one of each set of symmetric positions
    #[arg(long)]
    pub(super) symmetry: bool,
    #[command(flatten)]
    pub(super) crew: Crew,
}

#[derive(Debug, Args)]
pub(super) struct SolveAll {
    #[command(flatten)]
    pub(super) space: Space,
    /// The database to write
    #[arg(long, value_name = "PATH")]
    pub(super) output: PathBuf,
    /// Keeps all positions, where otherwise one of each set of symmetric ones is kept
    #[arg(long)]
    pub(super) whole: bool,
    #[command(flatten)]
    pub(super) crew: Crew,
}

#[derive(Debug, Args)]
pub(super) struct Batch {
    /// tictactoe, connect4, connect4:5x4 …
    #[arg(value_name = "GAME")]
    pub(super) game: GameName,
    /// File of positions, one a line; a line may carry an expected score after a blank
    #[arg(long, value_name = "PATH")]
    pub(super) file: PathBuf,
    /// File that answers are appended to
    #[arg(long, value_name = "PATH")]
    pub(super) output: PathBuf,
    /// Writes answers as they come, with the positions' numbers
    #[arg(long)]
    pub(super) any_order: bool,
    /// Size of each worker's table in MiB, never exceeded [default: 64, for tic-tac-toe 1]
    #[arg(long, value_name = "N")]
    table_mib: Option<u64>,
    #[command(flatten)]
    pub(super) crew: Crew,
}

impl Batch {
    /// MiB of each worker's table.
    pub(super) fn table_mib(&self) -> u64 {
        let is_small = self.game.to_string() == "tictactoe";
        self.table_mib.unwrap_or(if is_small { tic_tac_toe::TABLE_MIB } else { connect_four::TABLE_MIB })
    }
}

#[derive(Debug, Args)]
pub(super) struct Book {
    #[command(flatten)]
    pub(super) space: BookSpace,
    /// The last ply of the book
    #[arg(long, value_name = "N")]
    pub(super) plies: u8,
    /// The book to write
    #[arg(long, value_name = "PATH")]
    pub(super) output: PathBuf,
    #[command(flatten)]
    pub(super) table: Table,
    #[command(flatten)]
    pub(super) crew: Crew,
}

#[derive(Debug, Args)]
pub(super) struct Table {
    /// Size of each worker's table in MiB, never exceeded
    #[arg(long = "table-mib", value_name = "N", default_value_t = connect_four::TABLE_MIB)]
    pub(super) mib: u64,
}

/// The positions of a game, and what they may take.
#[derive(Debug, Args)]
pub(super) struct Space {
    /// tictactoe, connect4, connect4:5x4 …
    #[arg(value_name = "GAME")]
    game: GameName,
    #[command(flatten)]
    room: Room,
}

/// The positions of a game that has books, and what they may take.
#[derive(Debug, Args)]
pub(super) struct BookSpace {
    /// connect4, connect4:5x4 …
    #[arg(value_name = "GAME", value_parser = game_with_books)]
    game: GameName,
    #[command(flatten)]
    room: Room,
}

/// What the positions of a game may take.
#[derive(Debug, Args)]
struct Room {
    /// MiB for positions, for each worker; what does not fit is spilled to disk
    #[arg(long, value_name = "N", default_value_t = (Enumeration::MEMORY >> 20) as u64, value_parser = clap::value_parser!(u64).range(1..1 << 24))]
    memory_mib: u64,
    /// Folder to spill to [default: the system's for temporary files]
    #[arg(long, value_name = "PATH")]
    scratch: Option<PathBuf>,
}

/// A game that there are opening books of.
fn game_with_books(text: &str) -> Result<GameName, String> {
    let with_books = |name: &str| name.parse().ok().filter(|game: &GameName| game.rules().has_books());
    with_books(text).ok_or_else(|| {
        let boards =
            (4..=9).flat_map(|width| (4..=9).map(move |height| format!("connect4:{width}x{height}")));
        let names = iter::once("connect4".to_owned()).chain(boards).filter(|name| with_books(name).is_some());
        format!("expected one of {}, found {text:?}", names.collect::<Vec<_>>().join(", "))
    })
}

impl Space {
    pub(super) fn enumeration(&self, plies: Option<u8>, reduced: bool) -> Enumeration {
        self.room.enumeration(self.game, plies, reduced)
    }
}

impl BookSpace {
    pub(super) fn enumeration(&self, plies: Option<u8>, reduced: bool) -> Enumeration {
        self.room.enumeration(self.game, plies, reduced)
    }
}

impl Room {
    fn enumeration(&self, game: GameName, plies: Option<u8>, reduced: bool) -> Enumeration {
        let whole = Enumeration::of(game);
        Enumeration {
            plies: plies.unwrap_or(whole.plies),
            reduced,
            memory: usize::try_from(self.memory_mib << 20).unwrap_or(usize::MAX),
            scratch: self.scratch.clone().unwrap_or(whole.scratch),
            rules: whole.rules,
        }
    }
}

/// Which threads and processes.
#[derive(Debug, Args)]
pub(super) struct Crew {
    /// Workers of each process [default: one a core, with several processes 1]
    #[arg(short = 'w', long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
    /// Processes there are in all
    #[arg(short = 'n', long, value_name = "PROCESSES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    processes: u16,
    /// Which of them this is, from 0
    #[arg(short = 'p', long, value_name = "INDEX", default_value_t = 0)]
    process: u16,
    /// File of their addresses, HOST:PORT, one a line [default: ports 2101 and up of this machine]
    #[arg(short = 'h', long, value_name = "FILE")]
    hosts: Option<PathBuf>,
    /// Seconds to wait for the other processes
    #[arg(long, value_name = "SECONDS", default_value_t = Hosts::PATIENCE.as_secs(), value_parser = clap::value_parser!(u64).range(1..1 << 24))]
    wait: u64,
    /// Prints help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

impl Crew {
    /// Refuses outputs that are the list of hosts, or one of the other inputs, each given with its option. Process 0 writes alone.
    pub(super) fn keep_apart<'a>(
        &self,
        outputs: impl IntoIterator<Item = &'a Path>,
        input: Option<(&str, &Path)>,
    ) -> Result<(), Failure> {
        if self.process > 0 {
            return Ok(());
        }
        let hosts = self.hosts.as_deref().map(|hosts| ("--hosts", hosts));
        let inputs: Vec<_> = hosts.into_iter().chain(input).collect();
        keep_apart(outputs, &inputs)
    }

    pub(super) fn hosts(&self) -> Result<Hosts, Failure> {
        let processes = usize::from(self.processes);
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None if processes == 1 => thread::available_parallelism().map_or(1, usize::from),
            None => 1,
        };
        let addresses = match &self.hosts {
            None => Hosts::loopback(processes),
            Some(path) => {
                let text = fs::read_to_string(path)
                    .map_err(|error| Failure::bad(format_args!("{}: {error}", path.display())))?;
                text.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect()
            }
        };
        let hosts = Hosts::cluster(threads, processes, self.process.into(), addresses);
        Ok(hosts.map_err(Failure::bad)?.with_patience(Duration::from_secs(self.wait)))
    }
}
