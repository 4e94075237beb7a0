// What a key costs: minimax on tic-tac-toe played back, with the cells that two kinds of key touch.
"use strict";

const BOARDS = [
  ["X..X.OOX.", "four squares left"],
  ["X...O....", "seven squares left"],
  [".........", "the empty board"],
];

page((place, call) => {
  let root = BOARDS[0][0];
  const board = element("div", { class: "ttt", role: "img" });
  const squares = Array.from({ length: 9 }, () => element("span", {}));
  board.append(...squares);

  const key = element("div", { class: "bits", role: "img" });
  const cells = Array.from({ length: 64 }, () => element("span", {}));
  key.append(...cells);
  const hex = element("code", { id: "key" });
  const said = element("p", { class: "said", id: "said", "aria-live": "polite" });

  const total = (id, label) => {
    const value = element("strong", { id });
    const bar = element("span", { class: "meter" }, element("i", {}));
    return { value, bar, row: element("div", { class: "total" }, element("span", {}, label), value, bar) };
  };
  const string = total("string", "string key: cells read");
  const incremental = total("incremental", "incremental key: cells XOR-ed");
  const nodes = element("strong", { id: "nodes" });
  const value = element("strong", { id: "value" });

  const sentence = (now) => {
    const flipped = bits(now.changed).replaceAll("0", "").length;
    const at = `Event ${number(now.at)} of ${number(now.events)}: `;
    const name = now.square === null ? "" : `square ${now.square + 1}`;
    switch (now.event) {
      case "make": return `${at}a mark comes onto ${name}. One XOR, ${flipped} bits flip.`;
      case "unmake": return `${at}the mark leaves ${name}. The same XOR again, and the ${flipped} bits flip back.`;
      case "node": return `${at}a node${now.over ? ", a finished game" : ""}. A string key is written down here: 9 cells read.`;
      default: return "Nothing has happened yet. Step goes to the next event, Run plays them.";
    }
  };

  const show = (now) => {
    [...now.board].forEach((mark, at) => {
      squares[at].textContent = mark === "." ? "" : mark;
      squares[at].className = at === now.square ? "last" : "";
    });
    board.setAttribute("aria-label", `board ${now.board}`);
    const changed = bits(now.changed);
    [...bits(now.key)].forEach((bit, at) => {
      cells[at].textContent = bit;
      cells[at].className = (bit === "1" ? "one" : "") + (changed[at] === "1" ? " flipped" : "");
    });
    key.setAttribute("aria-label", `key ${now.key}`);
    hex.textContent = now.key;
    nodes.textContent = number(now.nodes);
    const most = Math.max(now.string, now.incremental, 1);
    for (const [total, count] of [[string, now.string], [incremental, now.incremental]]) {
      total.value.textContent = number(count);
      total.bar.firstChild.style.width = `${(100 * count) / most}%`;
    }
    value.textContent = now.value === null ? "not yet known" : number(now.value);
    said.textContent = sentence(now);
    return now.at < now.events;
  };

  const controls = player({
    goOn: (count) => show(call("key cost, go on", count)),
    restart: () => show(call("key cost", root)),
    speeds: [["1", "slow"], ["7", "quick"], ["4001", "very quick"]],
    speed: 1,
  });
  const from = choice("Start from", BOARDS, root, (chosen) => ((root = chosen), controls.again()));
  from.select.id = "root";

  place.append(
    element("div", { class: "bar" }, from.label),
    controls.bar,
    element("div", { class: "side" }, board, element("figure", {}, key, element("figcaption", {}, "the key: ", hex))),
    said,
    element("div", { class: "totals" }, string.row, incremental.row),
    element("p", {}, "Nodes: ", nodes, ". Value for the side to move at the start: ", value, "."),
  );
  controls.again();
});
