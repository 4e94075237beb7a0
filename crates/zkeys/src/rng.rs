//! The const generators as `rand_core` generators, for code that takes any.

use core::convert::Infallible;

use rand_core::TryRng;

use crate::{Pcg, SplitMix64};

macro_rules! generators {
    ($($Generator:ident)*) => {$(
        impl TryRng for $Generator {
            type Error = Infallible;

            #[inline]
            fn try_next_u32(&mut self) -> Result<u32, Infallible> {
                Ok(self.next_u32())
            }

            #[inline]
            fn try_next_u64(&mut self) -> Result<u64, Infallible> {
                Ok(self.next_u64())
            }

            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
                // Little-endian words, the last one cut: what `rand_core` generators of 64 bits agree on.
                for chunk in bytes.chunks_mut(8) {
                    chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
                }
                Ok(())
            }
        }
    )*};
}

generators! { Pcg SplitMix64 }
