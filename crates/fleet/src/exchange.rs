//! Records to their owners, in rounds, with bounded memory on the way.
//!
//! Timely's channels take whatever is put into them. So a sender cuts its round into chunks, each with a time of its own, and
//! does not run more than [`WINDOW`] chunks ahead of what has arrived everywhere: the probe's frontier tells.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange as ByRoute;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Handle as Progress;
use timely::dataflow::operators::{Input, Probe};

use crate::RunError;
use crate::crew::{Ended, Mate};

/// Chunks a sender may be ahead of the slowest.
pub(crate) const WINDOW: u64 = 8;

/// Rounds are the high half of a time, chunks the low one.
const ROUND: u64 = 1 << 32;

/// One worker's end of an exchange.
pub(crate) struct Exchange<T: ExchangeData + Clone> {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<T>>>,
    arrived: Progress<u64>,
    /// Of the one who receives.
    error: Rc<RefCell<Option<io::Error>>>,
    what: &'static str,
}

impl<T: ExchangeData + Clone> Exchange<T> {
    /// An exchange that takes each record to worker `route(record)` modulo the workers, where `receive` gets it with the
    /// sender's round. What `receive` cannot do, `what` names in the error. All workers make their exchanges in the same
    /// order.
    pub(crate) fn new(
        mate: &mut Mate<'_>,
        what: &'static str,
        route: impl Fn(&T) -> u64 + 'static,
        mut receive: impl FnMut(u32, &mut Vec<T>) -> io::Result<()> + 'static,
    ) -> Self {
        let error = Rc::new(RefCell::new(None));
        let failed = Rc::clone(&error);
        let mut input = InputHandle::new();
        let arrived = mate.worker().dataflow::<u64, _, _>(|scope| {
            let sent = scope.input_from(&mut input);
            let received = sent.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                ByRoute::new(route),
                what,
                move |_, _| {
                    move |input, _| {
                        input.for_each_stamp(|time, batches| {
                            let round = time.least().map_or(0, |time| time / ROUND);
                            for batch in batches {
                                let done = receive(u32::try_from(round).unwrap_or(u32::MAX), batch);
                                if let Err(error) = done {
                                    failed.borrow_mut().get_or_insert(error);
                                }
                            }
                        });
                    }
                },
            );
            received.probe().0
        });
        Self { input, arrived, error, what }
    }

    /// Sends a chunk of the round, and waits if the others have fallen behind. Leaves `chunk` empty.
    pub(crate) fn send(&mut self, mate: &mut Mate<'_>, chunk: &mut Vec<T>) -> Result<(), Ended> {
        self.input.send_batch(chunk);
        chunk.clear();
        let time = *self.input.time();
        self.input.advance_to(time + 1);
        mate.step()?;
        let window = (time + 1).saturating_sub(WINDOW);
        // Within a round only: the rounds before have arrived.
        if window > time / ROUND * ROUND {
            mate.wait_until(|| !self.arrived.less_than(&window))?;
        }
        self.check()
    }

    /// Sends records without the wait, for those who count themselves what is on the way.
    pub(crate) fn post(&mut self, records: &mut Vec<T>) -> Result<(), Ended> {
        if !records.is_empty() {
            self.input.send_batch(records);
            records.clear();
            // Only the end of a time moves on what waits for a message to be full.
            let time = *self.input.time();
            self.input.advance_to(time + 1);
        }
        self.check()
    }

    /// Ends the round, and waits until all that anyone has sent in it has arrived.
    pub(crate) fn settle(&mut self, mate: &mut Mate<'_>) -> Result<(), Ended> {
        let next = (self.input.time() / ROUND + 1) * ROUND;
        self.input.advance_to(next);
        mate.wait_until(|| !self.arrived.less_than(&next))?;
        self.check()
    }

    /// Sends nothing more.
    pub(crate) fn close(&mut self) {
        self.input = InputHandle::new();
    }

    /// Whether nobody sends anything more and all has arrived.
    pub(crate) fn is_over(&self) -> bool {
        self.arrived.done()
    }

    fn check(&self) -> Result<(), Ended> {
        match self.error.borrow_mut().take() {
            Some(source) => Err(Ended::Here(RunError::Io { what: self.what.to_owned(), source })),
            None => Ok(()),
        }
    }
}
