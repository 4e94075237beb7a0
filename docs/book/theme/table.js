// The table at work: a small table drawn slot by slot while alpha-beta runs over it.
"use strict";

const POLICIES = [["always", "always replace"], ["depth", "depth-preferred"], ["two", "two tiers"]];
const SIZES = ["16", "64", "256", "1024"].map((size) => [size, number(Number(size))]);
const CHECKS = [["64", "whole key"], ["16", "16 bits"], ["8", "8 bits"], ["4", "4 bits"], ["1", "1 bit"], ["0", "off"]];
const COUNTS = [
  ["nodes", "nodes"], ["probes", "probes"], ["hits", "hits"], ["falseMatches", "false matches"],
  ["cutoffs", "cutoffs"], ["stores", "stores"], ["evictions", "evictions"], ["refused", "refused"],
];

page((place, call) => {
  const chosen = { policy: "always", size: "64", bits: "64" };
  const grid = element("div", { class: "slots", role: "img" });
  const said = element("p", { class: "said", id: "said", "aria-live": "polite" });
  const result = element("p", { class: "result", id: "result" });
  const counters = Object.fromEntries(COUNTS.map(([name]) => [name, element("dd", { id: name })]));
  const counts = element("dl", { class: "counts" });
  for (const [name, label] of COUNTS) counts.append(element("div", {}, element("dt", {}, label), counters[name]));
  let slots = [];
  let marked = [];

  const sentence = ({ last, at, events, tiers }) => {
    const before = `Event ${number(at)} of ${number(events)}: `;
    const slot = tiers === 2 ? `index ${last.index}` : `slot ${last.index}`;
    switch (last.event) {
      case "make": return `${before}a mark on square ${last.square + 1}.`;
      case "unmake": return `${before}the mark on square ${last.square + 1} is taken back.`;
      case "node": return `${before}a node${last.over ? ", where the game is over" : ""}.`;
      case "probe": return before + {
        nothing: `probe ${slot}: a miss.`,
        own: `probe ${slot}: a hit, the position's own entry.`,
        another: `probe ${slot}: a hit, but the entry is another position's: a false match.`,
      }[last.found];
      case "cutoff": return `${before}the stored value (${last.bound}) answers for the node: a cutoff.`;
      case "store": return before + {
        filled: `store into ${slot}, which was empty.`,
        updated: `store into ${slot}, over what passes for the same position.`,
        evicted: `store into ${slot}: another position's entry gives way.`,
        refused: `store into ${slot} refused: the old entry stays.`,
      }[last.stored];
      default: return "The table is empty. Step goes to the next event, Run plays them.";
    }
  };

  const draw = (now) => {
    for (const [at, value, bound, draft] of now.changed) {
      const slot = slots[at];
      slot.className = value === undefined ? "" : `full d${Math.max(0, Math.min(9, draft))}`;
      slot.title = value === undefined ? `slot ${at}: empty` : `slot ${at}: value ${bound} ${value}, draft ${draft}`;
      slot.replaceChildren();
      if (value !== undefined && slots.length <= 128) {
        slot.append(element("b", {}, bound + number(value)), element("small", {}, `d${draft}`));
      }
    }
    for (const slot of marked) slot.classList.remove("probed", "stored", "false");
    const { last, tiers } = now;
    marked = last.index === undefined ? [] : slots.slice(last.index * tiers, (last.index + 1) * tiers);
    const mark = last.found === "another" ? "false" : last.event === "store" ? "stored" : "probed";
    for (const slot of marked) slot.classList.add(mark);
  };

  const show = (now) => {
    draw(now);
    for (const [name, counter] of Object.entries(counters)) counter.textContent = number(now[name]);
    counters.falseMatches.parentNode.classList.toggle("bad", now.falseMatches > 0);
    said.textContent = sentence(now);
    const full = slots.filter((slot) => slot.classList.contains("full")).length;
    grid.setAttribute("aria-label", `${number(full)} of ${number(slots.length)} slots full`);
    result.className = "result";
    if (now.value === null) {
      result.textContent = "The value is not yet known.";
    } else if (now.value === now.right) {
      result.textContent = `✓ The search says ${number(now.value)}, and so does plain minimax.`;
      result.classList.add("good");
    } else {
      result.textContent = `✗ The search says ${number(now.value)}. That is wrong: plain minimax says ${number(now.right)}.`;
      result.classList.add("bad");
    }
    return now.at < now.events;
  };

  const restart = () => {
    const now = call("table", chosen.policy, chosen.size, chosen.bits, ".........");
    slots = Array.from({ length: now.slots }, () => element("span", {}));
    marked = [];
    grid.className = now.slots <= 128 ? "slots" : "slots tiny";
    grid.style.setProperty("--across", now.slots <= 32 ? 8 : now.slots <= 128 ? 16 : 32);
    grid.replaceChildren(...slots);
    show(now);
  };
  const controls = player({
    goOn: (count) => show(call("table, go on", count)),
    restart,
    speeds: [["1", "slow"], ["23", "quick"], ["401", "very quick"]],
    speed: 23,
  });
  const choose = (name, label, options) => {
    const made = choice(label, options, chosen[name], (value) => ((chosen[name] = value), controls.again()));
    made.select.id = name;
    return made.label;
  };
  place.append(
    element("div", { class: "bar" }, choose("policy", "Policy", POLICIES), choose("size", "Indices", SIZES),
      choose("bits", "Key checked", CHECKS)),
    controls.bar,
    grid,
    said,
    counts,
    result,
  );
  controls.again();
});
