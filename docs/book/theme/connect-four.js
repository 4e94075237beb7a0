// Connect Four to play, each column's exact score solved in workers (or, where there can be none, in turns on the page).
"use strict";

const SOLVED_FROM = 10;
const EXAMPLE = "44352541616";

/** Workers at most. Each has a table of its own, so more of them find more of the same things twice. */
const WORKERS = 4;

/** What a worker runs: the module, and one question after the other. */
const WORK = `${startModule}
  let ask = null;
  onmessage = async ({ data }) => {
    if (data.bytes) ask = await startModule(data.bytes);
    else postMessage(timed(ask, data.columns, data.column));
    if (data.bytes) postMessage("ready");
  };
  ${timed}`;

/** One column's score and how long it took, in milliseconds. */
function timed(ask, columns, column) {
  const began = performance.now();
  const answer = ask("connect four, solve", columns, column);
  return { ...answer, columns, time: performance.now() - began };
}

/** Asks for scores, a column at a time from each worker. A new question drops the old one. */
function solver(call) {
  let crew = []; // each with the column it is asked for
  let wanted = null; // the position, the columns left, and who is told

  const next = () => {
    for (const member of crew) {
      if (!member.ready || member.asked || !wanted || wanted.left.length === 0) continue;
      member.asked = wanted.left.shift();
      member.ask(wanted.columns, member.asked);
    }
  };
  const answered = (member, answer) => {
    member.asked = null;
    if (wanted && wanted.columns === answer.columns) wanted.told(answer);
    next();
  };
  const onThePage = () => {
    const lost = crew.map(({ asked }) => asked).filter(Boolean);
    crew.forEach(({ worker }) => worker?.terminate());
    const page = { ready: true, asked: null };
    page.ask = (columns, column) => setTimeout(() => answered(page, timed(call, columns, column)));
    crew = [page];
    wanted?.left.unshift(...lost);
    next();
  };
  const hire = () => {
    const worker = new Worker(URL.createObjectURL(new Blob([WORK], { type: "text/javascript" })));
    const member = { worker, ready: false, asked: null };
    member.ask = (columns, column) => worker.postMessage({ columns, column });
    worker.onerror = () => crew.includes(member) && onThePage();
    worker.onmessage = ({ data }) => {
      if (data !== "ready") return answered(member, data);
      member.ready = true;
      next();
    };
    worker.postMessage({ bytes: moduleBytes() });
    return member;
  };
  try {
    crew = Array.from({ length: Math.min(WORKERS, navigator.hardwareConcurrency || 1) }, hire);
  } catch {
    onThePage();
  }
  return {
    ask(columns, left, told) {
      wanted = { columns, left, told };
      next();
    },
    /** Drops the question. A worker in the midst of one is replaced, and its table with it. */
    drop() {
      wanted = null;
      crew = crew.map((member) => {
        if (!member.worker || !member.asked) return member;
        member.worker.terminate();
        return hire();
      });
    },
  };
}

page((place, call) => {
  let columns = EXAMPLE;
  let now = null;
  let scores = {};
  let early = false;
  let took = 0; // milliseconds until the last score so far
  const solving = solver(call);

  const said = element("p", { class: "said", id: "said", "aria-live": "polite" });
  const heads = Array.from({ length: 7 }, (_, at) => element("output", { id: `score${at + 1}` }));
  const drops = heads.map((head, at) =>
    element("button", { type: "button", class: "drop", on: { click: () => play(at + 1) } },
      element("span", { class: "column" }, String(at + 1)), head));
  const cells = Array.from({ length: 7 }, () => Array.from({ length: 6 }, () => element("span", { class: "hole" })));
  const field = element("div", { class: "field", role: "img" });
  for (let row = 5; row >= 0; row--) for (const column of cells) field.append(column[row]);
  const board = element("div", { class: "connect4" }, element("div", { class: "drops" }, ...drops), field);
  board.addEventListener("keydown", (event) => {
    const at = drops.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: 6 }[event.key];
    if (at < 0 || to === undefined) return;
    drops[Math.max(0, Math.min(6, to))].focus();
    event.preventDefault();
  });

  const meaning = (score) => {
    if (score === 0) return "draw";
    const stone = 22 - Math.abs(score);
    return `${score > 0 ? "wins" : "loses"} with stone ${stone}`;
  };
  const rows = element("tbody", {});
  const table = element("table", { class: "statistics" },
    element("caption", {}, "Each column, for the side to move"),
    element("thead", {}, element("tr", {}, ...["column", "score", "meaning", "nodes", "hits", "cutoffs", "evictions", "ms"]
      .map((head) => element("th", { scope: "col" }, head)))),
    rows);
  const list = (answer) => {
    const { column, score, nodes, hits, cutoffs, evictions, time } = answer;
    const texts = [String(column), number(score), meaning(score), ...[nodes, hits, cutoffs, evictions].map(number),
      number(Math.round(time))];
    return element("tr", {}, ...texts.map((text) => element("td", {}, text)));
  };

  const name = (player) => (player === 1 ? "the first player (●)" : "the second player (○)");
  const status = () => {
    if (now.winner) return `The game is over: ${name(now.winner)} has won.`;
    if (now.over) return "The board is full: a draw.";
    const asked = now.open.filter(Boolean).length;
    const known = Object.keys(scores).length;
    const mover = `${now.stones} stone${now.stones === 1 ? "" : "s"}; ${name(now.mover)} moves.`;
    if (now.stones < SOLVED_FROM && !early) {
      return `${mover} Scores are worked out from ${SOLVED_FROM} stones on.`;
    }
    if (known < asked) return `${mover} Solving: ${known} of ${asked} columns.`;
    const best = Math.max(...Object.values(scores).map(({ score }) => score));
    const answers = Object.values(scores);
    const sum = (name) => answers.reduce((sum, answer) => sum + answer[name], 0);
    return `${mover} Solved: best score ${number(best)} (${meaning(best)}). `
      + `${number(sum("nodes"))} nodes in ${number(Math.round(took))} ms.`;
  };

  const show = () => {
    for (let column = 0; column < 7; column++) {
      const known = scores[column + 1];
      heads[column].textContent = known ? number(known.score) : now.open[column] && solvable() ? "…" : "";
      drops[column].disabled = !now.open[column];
      drops[column].setAttribute("aria-label",
        `column ${column + 1}` + (known ? `, ${meaning(known.score)}, score ${number(known.score)}` : ""));
      for (let row = 0; row < 6; row++) {
        const cell = cells[column][row];
        cell.className = `hole p${now.cells[column][row]}`;
        if (now.four.some(([c, r]) => c === column && r === row)) cell.classList.add("four");
      }
    }
    field.setAttribute("aria-label", "rows from the top: " + [5, 4, 3, 2, 1, 0]
      .map((row) => now.cells.map((column) => ".●○"[column[row]]).join("")).join(" "));
    const best = Math.max(...Object.values(scores).map(({ score }) => score));
    drops.forEach((drop, at) => drop.classList.toggle("best", scores[at + 1]?.score === best));
    rows.replaceChildren(...Object.values(scores).map(list));
    table.hidden = rows.children.length === 0;
    said.textContent = status();
    const all = solved();
    answer.disabled = !all;
    anyway.hidden = now.over || now.stones >= SOLVED_FROM || early;
    back.disabled = columns === "";
    place.dataset.solved = all ? "yes" : "no";
  };
  const solvable = () => !now.over && (now.stones >= SOLVED_FROM || early);
  const solved = () => solvable() && Object.keys(scores).length === now.open.filter(Boolean).length;

  const set = (played) => {
    now = call("connect four", played === "" ? "-" : played);
    columns = played;
    scores = {};
    solving.drop();
    solve();
    show();
  };
  const solve = () => {
    if (!solvable()) return;
    const open = [4, 3, 5, 2, 6, 1, 7].filter((column) => now.open[column - 1]);
    const began = performance.now();
    solving.ask(columns === "" ? "-" : columns, open, (answer) => {
      scores[answer.column] = answer;
      took = performance.now() - began;
      show();
    });
  };
  const play = (column) => set(columns + column);
  const best = () => {
    const most = Math.max(...Object.values(scores).map(({ score }) => score));
    const column = [4, 3, 5, 2, 6, 1, 7].find((column) => scores[column]?.score === most);
    play(column);
  };

  const button = (text, click, id) => element("button", { type: "button", id, on: { click } }, text);
  const back = button("Take back", () => ((early = false), set(columns.slice(0, -1))), "back");
  const answer = button("Play the best column", best, "best");
  const anyway = button("Solve anyway (may take minutes)", () => ((early = true), solve(), show()), "anyway");
  place.append(
    element("div", { class: "bar" },
      button("New game", () => ((early = false), set("")), "new"),
      button("Example", () => ((early = false), set(EXAMPLE)), "example"),
      back, answer, anyway),
    board,
    said,
    element("div", { class: "wide" }, table),
  );
  set(EXAMPLE);
});
