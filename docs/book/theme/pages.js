// What the interactive pages share: the WebAssembly module, small helpers for the page, and a player for records.
//
// The module is embedded as text (wasm.js), since a page opened from a file may fetch nothing.
"use strict";

/** Starts the module and returns a function that asks it: lines in, an object out. Also used inside a worker. */
async function startModule(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, pages_room: room, pages_call: call, pages_answer: answer } = instance.exports;
  return (...lines) => {
    const request = new TextEncoder().encode(lines.join("\n"));
    const at = room(request.length);
    new Uint8Array(memory.buffer, at, request.length).set(request);
    const length = call();
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
    const result = JSON.parse(text);
    if (result.error) throw new Error(result.error);
    return result;
  };
}

/** The module's bytes. */
function moduleBytes() {
  return Uint8Array.from(atob(PAGES_WASM), (letter) => letter.charCodeAt(0));
}

/** A new element: properties that name attributes, `on` for listeners, then children. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "on") Object.entries(value).forEach(([event, listener]) => made.addEventListener(event, listener));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** 549946 as 549,946, and a minus that is one. */
function number(value) {
  return value.toLocaleString("en").replace("-", "−");
}

/** The 64 bits of a key in hexadecimal, the highest first. */
function bits(hex) {
  return [...hex].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
}

/** A select with a label before it. */
function choice(label, options, chosen, change) {
  const select = element("select", { on: { change: () => change(select.value) } });
  for (const [value, text] of options) select.append(element("option", { value, selected: value === chosen }, text));
  return { select, label: element("label", {}, label, select) };
}

/**
 * Buttons that play a record back: Step, Run, Finish, Restart.
 *
 * `goOn(count)` plays so many events back and says whether there are more; `restart()` begins anew.
 */
function player({ goOn, restart, speeds, speed }) {
  let timer = 0;
  let perTick = speed;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    run.textContent = "Run";
  };
  const advance = (count) => {
    const more = goOn(count);
    if (!more) stop();
    for (const button of [step, run, finish]) button.disabled = !more;
  };
  const toggle = () => {
    if (timer) return stop();
    run.textContent = "Pause";
    timer = setInterval(() => advance(perTick), 60);
  };
  const again = () => {
    stop();
    restart();
    for (const button of [step, run, finish]) button.disabled = false;
  };
  const button = (text, click) => element("button", { type: "button", on: { click } }, text);
  const step = button("Step", () => (stop(), advance(1)));
  const run = button("Run", toggle);
  const finish = button("Finish", () => (stop(), advance(1e9)));
  const first = button("Restart", again);
  const pace = choice("Speed", speeds, String(speed), (value) => (perTick = Number(value)));
  return { bar: element("div", { class: "bar" }, step, run, finish, first, pace.label), again };
}

/** Runs a page; what goes wrong is shown instead of it. */
async function page(build) {
  const place = document.getElementById("app");
  try {
    const call = await startModule(moduleBytes());
    place.replaceChildren();
    await build(place, call);
    place.dataset.ready = "yes";
  } catch (error) {
    place.replaceChildren(element("p", { role: "alert" }, `This page cannot run here: ${error.message}`));
    throw error;
  }
}
