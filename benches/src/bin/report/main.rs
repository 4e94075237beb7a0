//! x
fn main() {
    for (_, f) in benches::experiments::ALL {
        for s in f() {
            println!("{s}");
            for f in s.faults() {
                println!("FAULT {f}");
            }
        }
    }
}
