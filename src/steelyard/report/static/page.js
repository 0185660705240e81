"use strict";
// Headings become buttons that sort their table; without JavaScript the tables stay as they are written.
for (const table of document.querySelectorAll("table:not(.matrix)")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sort(table.tBodies[0], column, descending);
    });
  });
}

function sort(body, column, descending) {
  const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const numeric = [...body.rows].some((row) => row.cells[column].classList.contains("number"));
  const compare = numeric
    ? (a, b) => Number(key(a)) - Number(key(b))
    : (a, b) => key(a).localeCompare(key(b), undefined, { numeric: true });
  const undefinedLast = (row) => numeric && Number.isNaN(Number(key(row)));
  const rows = [...body.rows].sort(
    (a, b) => undefinedLast(a) - undefinedLast(b) || (descending ? -compare(a, b) : compare(a, b)),
  );
  body.append(...rows);
}

// What a mark of a drawing stands for is said where the pointer rests.
for (const mark of document.querySelectorAll("figure svg [role=graphics-symbol][aria-label]:not(g)")) {
  const title = document.createElementNS(mark.namespaceURI, "title");
  title.textContent = mark.getAttribute("aria-label");
  mark.append(title);
}
