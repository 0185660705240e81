"use strict";
// The segment browser. Texts go into the page as text and never as markup, whatever they hold.
// Characters that would turn a line around or are not seen are written as escapes, as in the rest of the page.
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|[\ud800-\udfff]/gu;

function harmless(text) {
  return text.replace(STEERING, (sign) => {
    const code = sign.charCodeAt(0);
    if (sign === "\r") return "\\r";
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

const safe = (child) => (typeof child === "string" ? harmless(child) : child);

{
  const place = document.getElementById("browser");
  if (place) browse(place, JSON.parse(document.getElementById("segment-data").textContent));
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.map(safe));
  return element;
}

// The output with its changes marked; `missing` shows the reference's words that it lacks, struck out.
function marked(output, reference, changes, missing) {
  const parts = [];
  const add = (tag, text, kind) => {
    const space = text.length - text.trimStart().length;
    const word = text.slice(space).trimEnd();
    if (word) parts.push(text.slice(0, space), make(tag, kind ? { class: kind } : {}, word));
    parts.push(word ? text.slice(space + word.length) : text);
  };
  let here = 0;
  let there = 0;
  for (let n = 0; n < changes.length; n += 4) {
    const [same, sameThere, gone, added] = changes.slice(n, n + 4);
    parts.push(output.slice(here, here + same));
    here += same;
    there += sameThere;
    const lost = reference.slice(there, there + gone);
    const extra = output.slice(here, here + added);
    here += added;
    there += gone;
    const kind = lost.trim() && extra.trim() ? "replaced" : "";
    if (missing && lost) {
      add("del", lost, kind);
      const next = extra || output.slice(here);
      if (/^\s/.test(reference.slice(there)) && /^\S/.test(next)) parts.push(" ");
    }
    if (extra) add("ins", extra, kind);
  }
  return parts;
}

function browse(place, data) {
  const columns = [
    ...data.measures,
    ...data.human.map((one) => ({ ...one, name: `people: ${one.name}`, higher: true, decimals: 2, undefined: "not judged" })),
  ];
  const value = (column, system, segment) => column.values[system]?.[segment] ?? null;
  const shownValue = (column, number) => (number === null ? "undefined" : number.toFixed(column.decimals));

  // --- controls
  const ticks = data.systems.map((name, n) => {
    const box = make("input", { type: "checkbox", value: n });
    box.checked = data.chosen.includes(n);
    return [box, make("label", { class: "tick" }, box, name)];
  });
  const labelled = (text, control) => make("label", {}, make("span", {}, text), control);
  const against = make("select", {});
  if (data.references.length > 1) against.append(make("option", { value: "closest" }, "the closest reference"));
  data.references.forEach((_, n) =>
    against.append(make("option", { value: n }, data.references.length > 1 ? `reference ${n + 1}` : "the reference")),
  );
  const sortBy = make("select", {}, make("option", { value: "" }, "place in the test set"));
  columns.forEach((column, n) => sortBy.append(make("option", { value: n }, column.name)));
  const sortOf = make("select", { "aria-label": "Sort by the score of" });
  const ways = make("button", { type: "button" });
  const filter = make("input", { type: "search", placeholder: "words, or a segment's name" });
  const missing = make("input", { type: "checkbox" });
  missing.checked = true;
  const controls = make(
    "form",
    { class: "controls", "aria-label": "What is shown" },
    make("fieldset", {}, make("legend", {}, "Systems"), ...ticks.map(([, label]) => label)),
    labelled("Compare with", against),
    labelled("Sort by", sortBy),
    labelled("of", sortOf),
    ways,
    labelled("Filter", filter),
    make("label", { class: "tick" }, missing, "show words that are missing"),
  );
  controls.addEventListener("submit", (event) => event.preventDefault());

  // --- state
  let descending = false;
  let order = [];
  let at = 0;
  const chosen = () => ticks.flatMap(([box], n) => (box.checked ? [n] : []));

  function fillSortOf() {
    const before = sortOf.value;
    const shown = chosen();
    const pairs = shown.flatMap((a, n) => shown.slice(n + 1).map((b) => [a, b]));
    sortOf.replaceChildren(
      make("option", { value: "mean" }, "all that are shown, on average"),
      ...shown.map((n) => make("option", { value: n }, data.systems[n])),
      ...pairs.map(([a, b]) => make("option", { value: `${a}-${b}` }, `${data.systems[a]} − ${data.systems[b]}`)),
    );
    if ([...sortOf.options].some((option) => option.value === before)) sortOf.value = before;
    sortOf.disabled = ways.disabled = sortBy.value === "";
    ways.textContent = descending ? "highest first" : "lowest first";
  }

  // The number that a segment is sorted by; null where it is undefined.
  function key(segment) {
    const column = columns[sortBy.value];
    const of = sortOf.value;
    if (of === "mean") {
      const held = chosen().map((n) => value(column, n, segment));
      return held.length && !held.includes(null) ? held.reduce((a, b) => a + b) / held.length : null;
    }
    const [a, b] = of.split("-").map((n) => value(column, Number(n), segment));
    if (b === undefined) return a;
    return a === null || b === null ? null : a - b;
  }

  const words = (segment) =>
    [
      data.ids[segment],
      data.source?.[segment],
      ...data.references.map((texts) => texts[segment]),
      ...chosen().map((n) => data.outputs[n][segment]),
      ...Object.values(data.facets).map((facet) => facet.values[facet.of[segment]]),
    ]
      .filter(Boolean)
      .join("\n")
      .toLocaleLowerCase();

  // --- the list
  const list = make("ul", { class: "list", role: "listbox", tabindex: 0, "aria-label": "Segments" });
  const rows = data.ids.map((id, segment) => {
    const snippet = data.references.map((texts) => texts[segment]).find(Boolean) ?? "";
    const row = make("li", { role: "option", id: `segment-${segment}`, "aria-selected": "false" });
    row.append(make("b", {}, id), make("i", {}), make("span", { dir: "auto" }, snippet.slice(0, 120).replace(/[\ud800-\udbff]$/, "")));
    row.addEventListener("click", () => go(order.indexOf(segment)));
    return row;
  });
  const none = make("li", { class: "empty" }, "No segment has these words.");

  function arrange() {
    const current = order[at];
    fillSortOf();
    const wanted = filter.value.trim().toLocaleLowerCase();
    order = [...data.ids.keys()].filter((segment) => !wanted || words(segment).includes(wanted));
    const sorted = sortBy.value !== "";
    const keys = sorted ? data.ids.map((_, segment) => key(segment)) : [];
    if (sorted) {
      const sign = descending ? -1 : 1;
      order.sort((a, b) => (keys[a] === null) - (keys[b] === null) || sign * (keys[a] - keys[b]) || a - b);
    }
    for (const segment of order) {
      rows[segment].children[1].textContent = sorted ? shownValue(columns[sortBy.value], keys[segment]) : "";
    }
    list.replaceChildren(...(order.length ? order.map((segment) => rows[segment]) : [none]));
    go(order.includes(current) && !sorted ? order.indexOf(current) : 0);
  }

  // --- one segment
  const heading = make("h3");
  const whereabouts = make("p", { class: "note", "aria-live": "polite" });
  const previous = make("button", { type: "button", "aria-label": "Previous segment" }, "← k");
  const next = make("button", { type: "button", "aria-label": "Next segment" }, "j →");
  const content = make("div");
  const detail = make(
    "article",
    { class: "detail", "aria-label": "Segment" },
    make("header", {}, heading, whereabouts, make("div", { class: "steps" }, previous, next)),
    content,
  );

  function closest(system, segment) {
    const held = data.changes[system][segment];
    const changed = (changes) => changes.reduce((sum, size, n) => sum + (n % 4 > 1 ? size : 0), 0);
    const numbers = held.flatMap((changes, n) => (changes === null ? [] : [n]));
    return numbers.sort((a, b) => changed(held[a]) - changed(held[b]) || a - b)[0];
  }

  function outputCard(system, segment) {
    const output = data.outputs[system][segment] ?? "";
    const wanted = against.value === "closest" ? closest(system, segment) : Number(against.value);
    const changes = data.changes[system][segment][wanted];
    const reference = data.references[wanted]?.[segment];
    const text = make("p", { dir: "auto" });
    let remark = data.references.length > 1 ? ` against reference ${wanted + 1}` : "";
    if (changes) text.append(...marked(output, reference, changes, missing.checked).map(safe));
    else {
      text.append(harmless(output));
      remark = reference ? ": too long for its words to be compared" : ": no such reference to compare with";
    }
    return make("div", { class: "output" }, make("h4", {}, data.systems[system] + remark), text);
  }

  function scoreTable(shown, segment) {
    const head = make("tr", {}, make("th", { scope: "col" }, "system"));
    columns.forEach((column) => {
      const arrow = make("abbr", { title: column.higher ? "higher is better" : "lower is better" }, column.higher ? "↑" : "↓");
      head.append(make("th", { scope: "col", class: "number" }, `${column.name} `, arrow));
    });
    const body = make("tbody");
    for (const system of shown) {
      const row = make("tr", {}, make("th", { scope: "row", class: "name" }, data.systems[system]));
      for (const column of columns) {
        const number = value(column, system, segment);
        const others = shown.map((n) => value(column, n, segment)).filter((other) => other !== null);
        const best = column.higher ? Math.max(...others) : Math.min(...others);
        const strong = number === best && others.some((other) => other !== best);
        const text = number === null ? column.undefined : shownValue(column, number);
        row.append(make("td", { class: "number" }, strong ? make("strong", {}, text) : text));
      }
      body.append(row);
    }
    return make("div", { class: "scroll", tabindex: 0 }, make("table", {}, make("thead", {}, head), body));
  }

  function plain(name, text) {
    return make("div", {}, make("h4", {}, name), make("p", { dir: "auto" }, text));
  }

  function go(position) {
    at = Math.max(0, Math.min(order.length - 1, position));
    list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    detail.hidden = !order.length;
    if (!order.length) {
      list.removeAttribute("aria-activedescendant");
      return;
    }
    const segment = order[at];
    const row = rows[segment];
    row.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", row.id);
    // Not scrollIntoView, which would move the page as well.
    const above = row.offsetTop - list.offsetTop;
    if (above < list.scrollTop) list.scrollTop = above;
    else if (above + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = above + row.offsetHeight - list.clientHeight;
    }
    const facets = Object.entries(data.facets).map(([name, facet]) => `${name} ${facet.values[facet.of[segment]]}`);
    previous.setAttribute("aria-disabled", at === 0);
    next.setAttribute("aria-disabled", at === order.length - 1);
    heading.textContent = harmless(`Segment ${data.ids[segment]}`);
    whereabouts.textContent = harmless([`${at + 1} of ${order.length}`, ...facets].join(" · "));
    const texts = data.source?.[segment] ? [plain("source", data.source[segment])] : [];
    data.references.forEach((held, n) => {
      const name = data.references.length > 1 ? `reference ${n + 1}` : "reference";
      if (held[segment]) texts.push(plain(name, held[segment]));
    });
    const shown = chosen();
    content.replaceChildren(
      make("div", { class: "texts" }, ...texts),
      make("div", { class: "texts" }, ...shown.map((system) => outputCard(system, segment))),
      scoreTable(shown, segment),
    );
  }

  const step = (by) => go(at + by);
  previous.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));
  const page = () => Math.max(1, Math.floor(list.clientHeight / (list.firstElementChild?.offsetHeight || 1)) - 1);
  list.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page(), PageUp: -page(), Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    step(steps[event.key]);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input[type=search], select");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key !== "j" && event.key !== "k") return;
    step(event.key === "j" ? 1 : -1);
    const { top, bottom } = heading.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) heading.scrollIntoView();
  });

  const legend = make(
    "p",
    { class: "note" },
    "Words that ",
    make("ins", {}, "only the output has"),
    ", words of the reference that are ",
    make("del", {}, "missing"),
    ", and words ",
    make("del", { class: "replaced" }, "of the reference"),
    " ",
    make("ins", { class: "replaced" }, "put otherwise"),
    ". The keys j and k, or arrows in the list, go from segment to segment.",
  );
  for (const control of [against, missing]) control.addEventListener("change", () => go(at));
  for (const control of [sortBy, sortOf, ...ticks.map(([box]) => box)]) control.addEventListener("change", arrange);
  filter.addEventListener("input", arrange);
  ways.addEventListener("click", () => {
    descending = !descending;
    arrange();
  });
  place.append(controls, legend, make("div", { class: "panes" }, list, detail));
  place.hidden = false;
  arrange();
}
