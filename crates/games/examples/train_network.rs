//! Trains the evaluation's network on lines `FEN;CENTIPAWNS`, as `training_positions` writes them.
//!
//! `cargo run --release --package games --example train_network -- POSITIONS PASSES NETWORK`
//!
//! The error is the mean square between expected points, σ(x / 400) of a score x in centipawns. Weights are found by Adam in
//! batches. Every fiftieth position is kept apart, and the error is told for those. The whole is deterministic.

#![allow(clippy::print_stdout, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "weights are small numbers")]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader};

use zkeys::SplitMix64;

/// Men of two colours and six roles on 64 squares, as one side sees them.
const INPUTS: usize = 768;
/// Neurons of each side's view.
const HIDDEN: usize = 256;
/// What turns a square's rank around, and what its file.
const TURNED: u16 = 0b11_1000;
const MIRRORED: u16 = 0b111;
/// Sets of output weights, by the number of men.
const BUCKETS: usize = 8;
/// Where the parts of all parameters begin: weights of the inputs, biases of the neurons, output weights, output biases.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
const PARAMETERS: usize = OUTPUT_BIAS + BUCKETS;

/// Centipawns of an output of one.
const SCALE: f32 = 400.0;
/// What one is in whole numbers: for inputs' weights, and for output weights.
const ONE: [f32; 2] = [255.0, 64.0];
/// No weight is farther from 0, which keeps the sums within 16 bits.
const LARGEST: f32 = 1.98;

const BATCH: usize = 4_096;
const RATE: [f32; 2] = [1e-3, 1e-5];
const SEED: u64 = 2026;

/// A position as the side to move sees it.
struct Sample {
    men: Box<[u16]>,
    /// What turns each side's view so that its king stands on one of the files a to d: nothing or [`MIRRORED`].
    mirrors: [u16; 2],
    /// Expected points of the side to move, 0 to 1.
    points: f32,
}

impl Sample {
    fn read(line: &str) -> Option<Self> {
        let (fen, score) = line.split_once(';')?;
        let mut fields = fen.split(' ');
        let (placement, black) = (fields.next()?, fields.next()? == "b");
        let mut men = Vec::with_capacity(32);
        let (mut file, mut rank) = (0_u16, 7_u16);
        for letter in placement.chars() {
            match letter {
                '/' => (file, rank) = (0, rank.checked_sub(1)?),
                '1'..='8' => file += letter as u16 - '0' as u16,
                _ => {
                    let role = "pnbrqk".find(letter.to_ascii_lowercase())? as u16;
                    let theirs = u16::from(letter.is_ascii_lowercase() != black);
                    let square = (rank * 8 + file) ^ if black { TURNED } else { 0 };
                    men.push(theirs * 384 + role * 64 + square);
                    file += 1;
                }
            }
        }
        let score: f32 = score.trim().parse().ok()?;
        let king = |view: u16| men.iter().find(|&&man| man / 64 == view * 6 + 5).copied();
        let mirror = |king: u16| if king & 4 == 0 { 0 } else { MIRRORED };
        let mirrors = [mirror(king(0)?), mirror(king(1)?)];
        Some(Self { men: men.into(), mirrors, points: sigmoid(score / SCALE) })
    }

    /// A man as either side sees it.
    fn seen(&self, man: u16) -> [u16; 2] {
        [man ^ self.mirrors[0], other_view(man) ^ self.mirrors[1]]
    }

    fn bucket(&self) -> usize {
        (self.men.len() - 1) * BUCKETS / 32
    }
}

/// The same man, as the other side sees it.
fn other_view(man: u16) -> u16 {
    ((man + 384) % 768) ^ TURNED
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

type Layer = [f32; HIDDEN];

struct Network {
    weights: Vec<f32>,
}

/// What the network made of a position.
struct Pass {
    views: [Layer; 2],
    output: f32,
}

impl Network {
    fn new() -> Self {
        let mut random = SplitMix64::new(SEED);
        let mut uniform = |range: f32| (random.next_u32() as f32 / 4_294_967_296.0 * 2.0 - 1.0) * range;
        let mut weights = vec![0.0; PARAMETERS];
        weights[..BIAS].fill_with(|| uniform(0.12));
        weights[BIAS..OUTPUT].fill_with(|| uniform(0.05) + 0.05);
        weights[OUTPUT..OUTPUT_BIAS].fill_with(|| uniform(0.08));
        Self { weights }
    }

    fn row(&self, man: u16) -> &[f32] {
        &self.weights[usize::from(man) * HIDDEN..][..HIDDEN]
    }

    fn look(&self, sample: &Sample) -> Pass {
        let mut views = [[0.0; HIDDEN]; 2];
        for view in &mut views {
            view.copy_from_slice(&self.weights[BIAS..OUTPUT]);
        }
        for &man in &sample.men {
            for (view, seen) in views.iter_mut().zip(sample.seen(man)) {
                for (sum, weight) in view.iter_mut().zip(self.row(seen)) {
                    *sum += weight;
                }
            }
        }
        let bucket = sample.bucket();
        let mut output = self.weights[OUTPUT_BIAS + bucket];
        for (who, view) in views.iter().enumerate() {
            let weights = &self.weights[OUTPUT + (2 * bucket + who) * HIDDEN..][..HIDDEN];
            output += view.iter().zip(weights).map(|(x, w)| x.clamp(0.0, 1.0).powi(2) * w).sum::<f32>();
        }
        Pass { views, output }
    }

    /// Adds a position's gradient. Its error.
    fn learn(&self, sample: &Sample, gradient: &mut [f32]) -> f32 {
        let pass = self.look(sample);
        let points = sigmoid(pass.output);
        let error = points - sample.points;
        let slope = 2.0 * error * points * (1.0 - points);
        let bucket = sample.bucket();
        gradient[OUTPUT_BIAS + bucket] += slope;
        let mut slopes = [[0.0; HIDDEN]; 2];
        for (who, (view, into)) in pass.views.iter().zip(&mut slopes).enumerate() {
            let at = OUTPUT + (2 * bucket + who) * HIDDEN;
            let weights = &self.weights[at..at + HIDDEN];
            let rows = &mut gradient[at..at + HIDDEN];
            for i in 0..HIDDEN {
                let x = view[i].clamp(0.0, 1.0);
                rows[i] += slope * x * x;
                let inside = view[i] > 0.0 && view[i] < 1.0;
                into[i] = if inside { slope * weights[i] * 2.0 * x } else { 0.0 };
            }
        }
        for slopes in &slopes {
            add(&mut gradient[BIAS..OUTPUT], slopes);
        }
        for &man in &sample.men {
            for (slopes, seen) in slopes.iter().zip(sample.seen(man)) {
                add(&mut gradient[usize::from(seen) * HIDDEN..][..HIDDEN], slopes);
            }
        }
        error * error
    }

    /// The mean error of these.
    fn error(&self, samples: &[Sample]) -> f64 {
        let error = |sample: &Sample| f64::from(sigmoid(self.look(sample).output) - sample.points).powi(2);
        samples.iter().map(error).sum::<f64>() / samples.len() as f64
    }

    /// As 16-bit numbers, little-endian, in the order of the parameters; an output bias in units of both ones.
    fn bytes(&self) -> Vec<u8> {
        let whole = |(at, weight): (usize, &f32)| {
            let one = if at < OUTPUT {
                ONE[0]
            } else if at < OUTPUT_BIAS {
                ONE[1]
            } else {
                ONE[0] * ONE[1]
            };
            ((weight * one).round().clamp(-32_767.0, 32_767.0) as i16).to_le_bytes()
        };
        self.weights.iter().enumerate().flat_map(whole).collect()
    }
}

fn add(sums: &mut [f32], what: &Layer) {
    for (sum, x) in sums.iter_mut().zip(what) {
        *sum += x;
    }
}

/// Adam: steps by the means of the gradient and of its square.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    const KEPT: [f32; 2] = [0.9, 0.999];

    fn step(&mut self, weights: &mut [f32], gradient: &mut [f32], rate: f32) {
        self.steps += 1;
        let [first, second] = Self::KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            let g = *slope / BATCH as f32;
            *slope = 0.0;
            *mean += (1.0 - Self::KEPT[0]) * (g - *mean);
            *square += (1.0 - Self::KEPT[1]) * (g * g - *square);
            *weight -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
    }
}

fn shuffle(order: &mut [u32], random: &mut SplitMix64) {
    for i in (1..order.len()).rev() {
        let other = (u64::from(random.next_u32()) * (i as u64 + 1)) >> 32;
        order.swap(i, other as usize);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [positions, passes, path] = &*given else { return Err("expected POSITIONS PASSES NETWORK".into()) };
    let passes: usize = passes.parse()?;
    let (mut samples, mut apart) = (Vec::new(), Vec::new());
    for (number, line) in BufReader::new(File::open(positions)?).lines().enumerate() {
        let line = line?;
        let sample = Sample::read(&line).ok_or_else(|| format!("line {}: {line}", number + 1))?;
        if number % 50 == 49 { apart.push(sample) } else { samples.push(sample) }
    }
    println!("{} positions to learn from, {} apart, seed {SEED}", samples.len(), apart.len());
    let mut network = Network::new();
    let mut adam = Adam { mean: vec![0.0; PARAMETERS], square: vec![0.0; PARAMETERS], steps: 0 };
    let mut gradient = vec![0.0; PARAMETERS];
    let mut random = SplitMix64::new(SEED + 1);
    let mut order: Vec<u32> = (0..u32::try_from(samples.len())?).collect();
    for pass in 0..passes {
        shuffle(&mut order, &mut random);
        let part = pass as f32 / (passes.max(2) - 1) as f32;
        let rate = RATE[0] * (RATE[1] / RATE[0]).powf(part);
        let mut sum = 0.0;
        for batch in order.chunks_exact(BATCH) {
            for &at in batch {
                sum += f64::from(network.learn(&samples[at as usize], &mut gradient));
            }
            adam.step(&mut network.weights, &mut gradient, rate);
        }
        let met = order.len() / BATCH * BATCH;
        println!(
            "pass {}: rate {rate:.1e}, error {:.6}, apart {:.6}",
            pass + 1,
            sum / met as f64,
            network.error(&apart)
        );
        std::fs::write(path, network.bytes())?;
    }
    Ok(())
}
