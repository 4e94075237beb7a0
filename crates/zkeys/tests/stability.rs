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
    assert_eq!(words[..3], [0x9cb4_6bb2_090d_bd0d, 0x3c7f_e144_2faa_39a8, 0x1447_961a_d025_d598]);
    assert_eq!(words[780], 0xa945_d155_bb8e_38d7);
    assert_eq!(checksum(&words), 0x731b_7c11_a3d6_9724);
    assert_eq!(
        checksum(&Words::<u64, 781>::from_code(Code::new(Seed::PI).graded(32)).0),
        0xbeda_783a_27c2_44a3
    );
    assert_eq!(checksum(&Words::<u32, 781>::from_code(Code::new(Seed::PI)).0), 0xc90e_e645_806f_f5dc);
    assert_eq!(checksum(&Words::<u128, 781>::from_code(Code::new(Seed::PI)).0), 0x986e_2253_337b_54dd);
    assert_eq!(checksum(&Words::<u64, 49>::from_code(Code::new(Seed::PI)).0), 0xebd6_35fb_b73f_0c01);
}
