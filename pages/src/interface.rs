//! The C interface: how a script in the browser calls [`Pages`].
//!
//! The script asks for room, writes its request there as UTF-8, calls, and reads the answer. All memory is the module's own.
#![expect(unsafe_code, reason = "only for the attribute that keeps the functions' names")]

use std::cell::RefCell;

use crate::Pages;

#[derive(Default)]
struct State {
    pages: Pages,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Where to write a request of so many bytes. Valid until the next call of any of these functions.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn pages_room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request.resize(bytes, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the request. The length of the answer, in bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn pages_call() -> usize {
    STATE.with_borrow_mut(|State { pages, request, answer }| {
        *answer = pages.call(&String::from_utf8_lossy(request));
        answer.len()
    })
}

/// Where the answer is, as UTF-8. Valid until the next call of any of these functions.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn pages_answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_written_into_the_room_is_answered() {
        let request = b"chess\n-\n";
        let room = pages_room(request.len());
        // SAFETY: the room is as long as the request, and nothing else uses it until the call.
        unsafe { room.copy_from_nonoverlapping(request.as_ptr(), request.len()) };
        let length = pages_call();
        // SAFETY: the answer is that long and stays until the next call.
        let answer = unsafe { std::slice::from_raw_parts(pages_answer(), length) };
        let answer: serde_json::Value = serde_json::from_slice(answer).unwrap();
        assert_eq!(answer["moves"].as_array().unwrap().len(), 20);
    }
}
