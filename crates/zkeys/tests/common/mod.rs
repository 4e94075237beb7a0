//! The key set of chess, as the tests here need it: 781 keys.

use zkeys::{Feature, key_set};

macro_rules! numbered {
    ($($(#[$doc:meta])* $Name:ident: $count:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $Name(pub(crate) usize);

        impl Feature for $Name {
            const COUNT: usize = $count;
            fn index(self) -> usize {
                self.0
            }
        }
    )*};
}

numbered! {
    /// A kind of piece of either side.
    Piece: 12;
    /// A square.
    Square: 64;
    /// A castling right.
    Right: 4;
    /// A file.
    File: 8;
}

key_set! {
    /// The 781 keys of chess.
    pub(crate) struct ChessKeys: u64 {
        /// A piece on a square.
        piece: (Piece, Square) = 768,
        /// Black to move.
        side: () = 1,
        /// A castling right.
        castling: Right = 4,
        /// A file with an en-passant capture.
        en_passant: File = 8,
    }
}
