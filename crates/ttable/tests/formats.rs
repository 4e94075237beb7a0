//! What lies where, layout by layout. A saved table is known by its layout's tag alone, so a change of what is stored for an
//! entry, or where, is a change of the tag as well, and of the figures here; an older file is then refused.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;
use std::sync::atomic::Ordering::Relaxed;

use common::{Keys, mix};
use ttable::{
    Aging, Always, Bound, Cluster, Clustered, Compact, CompactLine, Entry, Exact, ExactHalf, Fields, Full,
    HalfLine, Layout, LeastWork, Line, Lossless, Masked, OnePerIndex, Replacement, Short, Size, Table,
    TwoPerIndex,
};

/// All kinds of field at once.
struct All;

impl Fields for All {
    const KEY: u32 = 31;
    const KEPT: u32 = 25;
    const MOVE: u32 = 4;
    const VALUE: u32 = 9;
    const DRAFT: u32 = 8;
    const WORK: u32 = 10;
}

/// The layout's tag, and a sum of all words of a table of 64 clusters into which 300 entries went.
fn format<L: Layout>(layout: L, policy: impl Replacement<L::Word>, bits: u32) -> (u64, u64) {
    let table = Clustered::new(layout, policy, Size::Clusters(64)).unwrap();
    for (n, key) in (0..300).zip(Keys::new(6)) {
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][n % 3];
        let mv = NonZeroU16::new(u16::try_from(n % 4).unwrap());
        let number = i16::try_from(n).unwrap();
        // Layouts without moves refuse entries that have one.
        for mv in [None, mv] {
            let entry = Entry {
                eval: (n % 5 != 0).then_some(number),
                pv: n % 7 == 0,
                ..Entry::new(number % 60 - 30, bound, number % 255 - 8)
            };
            table.store(table.locate(key >> (64 - bits)), &entry.with_move(mv), key >> 40);
        }
        if n % 50 == 0 {
            table.new_generation();
        }
    }
    let words = table.clusters().iter().flat_map(Cluster::words).map(|word| word.load(Relaxed));
    (table.layout().tag(), words.fold(0, |sum, word| mix(sum ^ word)))
}

#[test]
fn what_is_stored_under_a_tag_does_not_change() {
    assert_eq!(format(Full, Aging, 64), (0x0000_0000_6c6c_7566, 0xb4c5_e53b_ce5f_6ecd));
    assert_eq!(format(Masked(Full), Aging, 64), (0x6465_6b73_0d01_7566, 0xce5e_d32d_a3a9_5262));
    assert_eq!(format(Compact::new(), Aging, 64), (0x0015_0374_726f_6873, 0xda4e_394a_188c_9e0c));
    assert_eq!(format(CompactLine::new(), Aging, 64), (0x0015_0674_726f_6873, 0x1c51_1108_c5c7_0093));
    assert_eq!(format(Short::<Line, 16>::new(), Aging, 64), (0x0010_0674_726f_6873, 0xeeda_bdf3_8b3c_b710));
    assert_eq!(format(OnePerIndex::whole(), Always, 64), (0x0010_0065_6369_6c73, 0xec0e_394c_4c3e_fb3a));
    assert_eq!(format(TwoPerIndex::whole(), Always, 64), (0x0020_0065_6369_6c73, 0x6543_c6c0_9a67_a8a1));
    assert_eq!(
        format(TwoPerIndex::whole().weighed(), Always, 64),
        (0x0020_0165_6369_6c73, 0x88f8_0bd7_1ccc_b5c3)
    );
    assert_eq!(format(Exact::<All>::new(), LeastWork, 31), (0x01e1_94f9_9082_440a, 0x5cf2_e5f5_5817_cc2a));
    assert_eq!(
        format(Exact::<All, HalfLine>::default(), LeastWork, 31),
        (0x81e1_94f9_9082_440a, 0x0722_fecf_b235_ae8c)
    );
    assert_eq!(
        format(Exact::<Lossless<1, 7, 7>>::new(), LeastWork, 1),
        (0x01e1_9408_1001_c007, 0xba3d_9469_4508_408d)
    );
    assert_eq!(
        format(Exact::<Lossless<40, 7, 7, 0xf0f>>::new(), LeastWork, 40),
        (0x19cc_c79a_7e03_c007, 0x27ef_132e_3b9e_4eb3)
    );
    assert_eq!(
        format(Exact::<Lossless<40, 8, 7, 0xf0f>>::new(), LeastWork, 40),
        (0x19cc_c79a_7e00_0007, 0xa242_3171_3bbc_6068)
    );
    assert_eq!(
        format(ExactHalf::<Lossless<16, 7, 7>>::new(), LeastWork, 16),
        (0x01e1_9481_666d_a16f, 0x2692_b270_5386_d36d)
    );
}
