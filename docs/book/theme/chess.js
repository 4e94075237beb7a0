// A chess board that shows what each move XORs into the key.
"use strict";

const START = "-";
const EXAMPLES = [
  [START, "", "the starting position"],
  ["4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1", "", "a knight takes a pawn"],
  ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "castling"],
  ["4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "an en-passant capture"],
  ["8/P6k/8/8/8/8/7p/K7 w - - 0 1", "", "promotion"],
];
const SIGNS = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

page((place, call) => {
  let example = 0;
  let fen = START;
  let moves = [];
  let now = null;
  let from = null;

  const name = (at) => "abcdefgh"[at % 8] + (Math.floor(at / 8) + 1);
  const squares = Array.from({ length: 64 }, (_, at) =>
    element("button", { type: "button", id: name(at), tabindex: at === 4 ? "0" : "-1", on: { click: () => pick(at) } }));
  const board = element("div", { class: "chess", role: "group", "aria-label": "chess board" });
  for (let rank = 7; rank >= 0; rank--) {
    board.append(element("span", { class: "rank", "aria-hidden": "true" }, String(rank + 1)));
    board.append(...squares.slice(rank * 8, rank * 8 + 8));
  }
  board.append(element("span", {}));
  for (const file of "abcdefgh") board.append(element("span", { class: "file", "aria-hidden": "true" }, file));
  board.addEventListener("keydown", (event) => {
    const at = squares.indexOf(document.activeElement);
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Escape") { from = null; return show(); }
    if (at < 0 || !by) return;
    const [file, rank] = [(at % 8) + by[0], Math.floor(at / 8) + by[1]];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) focus(rank * 8 + file);
    event.preventDefault();
  });
  const focus = (at) => {
    for (const square of squares) square.tabIndex = -1;
    squares[at].tabIndex = 0;
    squares[at].focus();
  };

  const key = element("code", { id: "key" });
  const said = element("p", { class: "said", id: "said", "aria-live": "polite" });
  const xors = element("tbody", { id: "xors" });
  const caption = element("caption", {});
  const table = element("table", { class: "xors" }, caption,
    element("thead", {}, element("tr", {}, ...["", "feature", "key"].map((head) => element("th", { scope: "col" }, head)))),
    xors);
  const history = element("ol", { class: "history", id: "history" });
  const promotions = element("div", { class: "bar", role: "group", "aria-label": "promote to" });

  const pick = (at) => {
    promotions.replaceChildren();
    const found = from === null ? [] : now.moves.filter((move) => move.from === name(from) && move.to === name(at));
    if (found.length === 1) return play(found[0].uci);
    if (found.length > 1) {
      promotions.append("Promote to: ", ...found.map((move) => button(move.promotion, () => play(move.uci))));
      return promotions.querySelector("button").focus();
    }
    from = at !== from && now.moves.some((move) => move.from === name(at)) ? at : null;
    show();
  };
  const play = (uci) => {
    moves.push(uci);
    from = null;
    load();
  };
  const load = () => {
    promotions.replaceChildren();
    now = call("chess", fen, moves.join(" "));
    show();
  };
  const set = (at) => {
    example = at;
    [fen] = EXAMPLES[at];
    moves = EXAMPLES[at][1].split(" ").filter(Boolean);
    from = null;
    load();
  };

  const row = (sign, feature, hex, kind) => element("tr", { class: kind },
    element("td", {}, sign), element("td", {}, feature), element("td", {}, element("code", {}, hex)));
  const explain = () => {
    const last = now.steps.at(-1);
    table.hidden = !last;
    if (!last) return;
    const count = last.xors.length;
    caption.textContent = `${last.san}: ${count} XOR${count === 1 ? "" : "s"}`;
    xors.replaceChildren(row("", "the key before", last.before, "sum"),
      ...last.xors.map(({ feature, key, came }) =>
        row(came ? "⊕ in" : "⊕ out", feature, key, came ? "in" : "out")),
      row("=", "the key after", last.after, "sum"));
  };
  const status = () => {
    const side = now.white ? "White" : "Black";
    if (now.moves.length === 0) return `The game is over: ${now.status}.`;
    const check = now.check ? ", in check" : "";
    const picked = from === null ? "" : ` Picked: ${name(from)}.`;
    return `${side} to move${check}. The position has ${now.features} features.${picked}`;
  };
  const show = () => {
    const targets = new Set(now.moves.filter((move) => from !== null && move.from === name(from)).map(({ to }) => to));
    squares.forEach((square, at) => {
      const piece = now.squares[at];
      const white = piece !== piece.toLowerCase();
      const dark = (at + Math.floor(at / 8)) % 2 === 0;
      square.className = (dark ? "dark" : "light") + (piece === "." ? "" : white ? " white" : " black")
        + (at === from ? " picked" : "") + (targets.has(name(at)) ? " target" : "")
        + (now.check && at === now.king ? " check" : "");
      square.textContent = piece === "." ? "" : `${SIGNS[piece.toLowerCase()]}\ufe0e`;
      const what = piece === "." ? "empty" : `${white ? "white" : "black"} ${NAMES[piece.toLowerCase()]}`;
      square.setAttribute("aria-label", `${name(at)} ${what}${targets.has(name(at)) ? ", may be moved to" : ""}`);
      square.setAttribute("aria-pressed", at === from);
    });
    key.textContent = now.key;
    said.textContent = status();
    explain();
    history.replaceChildren(...now.steps.map(({ san, xors }) => element("li", {}, `${san} `,
      element("small", {}, `${xors.length} XOR${xors.length === 1 ? "" : "s"}`))));
    history.hidden = now.steps.length === 0;
    back.disabled = moves.length === 0;
    pass.disabled = !now.mayPass || now.moves.length === 0;
  };

  const button = (text, click, id) => element("button", { type: "button", id, on: { click } }, text);
  const back = button("Take back", () => (moves.pop(), (from = null), load()), "back");
  const pass = button("Pass (null move)", () => play("0000"), "pass");
  const from_ = choice("Start from", EXAMPLES.map(([, , text], at) => [String(at), text]), "0", (at) => set(Number(at)));
  from_.select.id = "example";
  place.append(
    element("div", { class: "bar" }, from_.label, button("Start again", () => set(example), "again"), back, pass),
    promotions,
    element("div", { class: "side" }, board,
      element("div", {}, element("p", { class: "running" }, "running key ", key), said,
        element("div", { class: "wide" }, table))),
    history,
  );
  set(0);
});
