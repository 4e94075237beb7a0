//! Numbers that are sent to their owners, who gather them round by round.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::crew::{Ended, Mate};
use crate::enumerate::spilled;
use crate::exchange::Exchange;
use crate::spill::{Gather, Scratch, Sorted};

/// One worker's end of it.
pub(crate) struct Gathering {
    exchange: Exchange<u64>,
    gathers: Rc<RefCell<Gathers>>,
    round: u32,
}

/// What has come, by the sender's round: a round's first numbers may arrive before this worker knows that the last one is over.
struct Gathers {
    rounds: BTreeMap<u32, Gather>,
    scratch: Scratch,
    most: usize,
    collapsed: u32,
}

impl Gathers {
    fn of(&mut self, round: u32) -> &mut Gather {
        let new = || Gather::new(&self.scratch, self.most, self.collapsed);
        self.rounds.entry(round).or_insert_with(new)
    }
}

impl Gathering {
    /// Takes each number to worker `route(number)` modulo the workers, who has room for `most` in memory and of those that
    /// agree but for their `collapsed` low bits keeps the greatest. What cannot be kept, `what` names in the error. All
    /// workers make theirs in the same order.
    pub(crate) fn new(
        mate: &mut Mate<'_>,
        what: &'static str,
        route: impl Fn(u64) -> u64 + 'static,
        scratch: &Scratch,
        most: usize,
        collapsed: u32,
    ) -> Self {
        let gathers = Gathers { rounds: BTreeMap::new(), scratch: scratch.clone(), most, collapsed };
        let gathers = Rc::new(RefCell::new(gathers));
        let received = Rc::clone(&gathers);
        let exchange = Exchange::new(
            mate,
            what,
            move |&number| route(number),
            move |round, numbers| received.borrow_mut().of(round).push(numbers),
        );
        Self { exchange, gathers, round: 0 }
    }

    /// Sends numbers of this round, and waits if the others have fallen behind. Leaves `numbers` empty.
    pub(crate) fn send(&mut self, mate: &mut Mate<'_>, numbers: &mut Vec<u64>) -> Result<(), Ended> {
        self.exchange.send(mate, numbers)
    }

    /// Ends the round, when all have: what was gathered in it.
    pub(crate) fn settle(&mut self, mate: &mut Mate<'_>) -> Result<Sorted, Ended> {
        self.exchange.settle(mate)?;
        let gathered = self.gathers.borrow_mut().rounds.remove(&self.round);
        self.round += 1;
        let finished = gathered.map_or_else(|| Ok(Sorted::default()), Gather::finish);
        Ok(finished.map_err(spilled())?)
    }

    /// Sends nothing more.
    pub(crate) fn close(&mut self) {
        self.exchange.close();
    }
}
