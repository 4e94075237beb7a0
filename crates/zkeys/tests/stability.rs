//! Keys never change between releases. A failure here means that every stored key of every user has become useless:
//! the code is wrong, not the figures.

use zkeys::{Code, Pcg, Seed, SplitMix64, Word, Words};

/// FNV-1a over the bytes, low byte of each word first.
fn checksum<W: Word>(words: &[W]) -> u64 {
    let bytes = words.iter().flat_map(|word| (0..W::BITS / 8).map(|i| word.to_u128() >> (8 * i) & 0xFF));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from_u128(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn pcg_keys_are_forever() {
    let words = Words::<u64, 781>::from_pcg(Pcg::from_seed(Seed::PI)).0;
    assert_eq!(words[..3], [0xa907_25c2_5759_5c73, 0x3ccb_942b_dc2c_df71, 0x5c6e_9198_666a_91d4]);
    assert_eq!(words[780], 0x11f0_62a8_69ee_a1e6);
    assert_eq!(checksum(&words), 0x700e_fe71_482c_07a4);
    assert_eq!(checksum(&Words::<u32, 781>::from_pcg(Pcg::from_seed(Seed::PI)).0), 0x37ad_3c42_95f6_4e2c);
    assert_eq!(checksum(&Words::<u128, 781>::from_pcg(Pcg::from_seed(Seed::PI)).0), 0xcc85_3053_5695_d2c6);
    assert_eq!(
        checksum(&Words::<u64, 781>::from_pcg(Pcg::from_seed(Seed::with_state(1))).0),
        0x73bd_2c25_4ac0_f673
    );
}

#[test]
fn split_mix_keys_are_forever() {
    let words = Words::<u64, 781>::from_split_mix(SplitMix64::new(0)).0;
    assert_eq!(words[..3], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    assert_eq!(words[780], 0xcc5d_77cd_fdf2_f139);
    assert_eq!(checksum(&words), 0x3bfa_b81c_9252_a40d);
    assert_eq!(checksum(&Words::<u32, 781>::from_split_mix(SplitMix64::new(0)).0), 0x0765_26b7_38c9_b9d0);
    assert_eq!(checksum(&Words::<u128, 781>::from_split_mix(SplitMix64::new(0)).0), 0x1e55_e014_b1f8_b913);
}

#[test]
fn code_keys_are_forever() {
    let words = Words::<u64, 781>::from_code(Code::new(Seed::PI)).0;
    assert_eq!(words[..3], [0x84a3_f37c_8003_5e9c, 0x33c0_17be_ab69_d34a, 0xc172_f5e9_60c4_0a99]);
    assert_eq!(words[780], 0x2271_a0fa_3c54_d8a9);
    assert_eq!(checksum(&words), 0xcbf3_60c4_ad2e_93f9);
    assert_eq!(
        checksum(&Words::<u64, 781>::from_code(Code::new(Seed::PI).graded(32)).0),
        0xa307_6794_9bd8_4d7a
    );
    assert_eq!(checksum(&Words::<u32, 781>::from_code(Code::new(Seed::PI)).0), 0x2d62_1dd5_69d6_5a44);
    assert_eq!(checksum(&Words::<u128, 781>::from_code(Code::new(Seed::PI)).0), 0x6356_c879_a7e4_d91d);
    assert_eq!(checksum(&Words::<u64, 49>::from_code(Code::new(Seed::PI)).0), 0xebd6_35fb_b73f_0c01);
}
