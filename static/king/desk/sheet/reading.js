// A second reading of a paper sheet: beside the rows how many units were counted and what they come to, below them the
// paper's own totals. Everything shown is of what was typed here. The rows and their keys are sheet.js; what is typed in
// the totals and the names is kept in this browser as they are.
import { ask, keptAs } from "../../outbox.js";
import { showSums } from "./figures.js";
import { numberOf, textOf } from "./keys.js";
import { csrfToken, sheet } from "./sheet.js";

const { form } = sheet;
const more = Array.from(form.querySelectorAll("[data-after-rows], [data-kept]"));
const drawer = keptAs(sheet.page.key + ":more");

function count(row) {
  const place = row.tr.querySelector("[data-read-count]");
  const rule = row.rule;
  const typed = row.texts.map((text) => text.trim());
  const sum = typed.reduce((total, text) => total + (numberOf(text) || 0), 0);
  const begun = row.code !== "" && typed.some((text) => text !== "");
  const whole = rule.units === null || rule.sign === "either" ? "" : " / " + rule.units;
  place.textContent = begun ? textOf(sum) + whole : "";
  place.classList.toggle("is-off", begun && whole !== "" && typed.every((text) => text !== "") && sum !== rule.units);
}

function countAll() {
  for (const row of sheet.rows) count(row);
}

// --- what the rows come to: one question at a time, the last one always asked

let asking = false;
let askAgain = false;
let asked = "";

// The row under the cursor is not asked about before it is whole: half of it would look wrong.
function typedRows() {
  const fields = new FormData(form);
  const current = sheet.rowOf(document.activeElement);
  if (current && !current.full) for (const el of Object.values(current.fields)) fields.delete(el.name);
  return new URLSearchParams(fields).toString();
}

async function askFigures() {
  const typed = typedRows();
  if (asking || typed === asked) {
    askAgain = asking;
    return;
  }
  asking = true;
  const headers = { "X-CSRFToken": csrfToken(), "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await ask(sheet.page.urls.figures, { method: "POST", body: typed, headers: headers });
  asking = false;
  if (answer.status === 200 && answer.body) {
    asked = typed;
    show(answer.body);
  }
  if (askAgain) {
    askAgain = false;
    askFigures();
  }
}

function show(figures) {
  for (const row of sheet.rows) {
    const now = figures.rows[row.number];
    showSums(row, now);
    const place = row.notes.querySelector(".row-problems");
    const line = document.createElement("p");
    line.textContent = now.refused || "";
    place.replaceChildren(...(now.refused ? [line] : []));
  }
  for (const [column, total] of Object.entries(figures.totals)) {
    form.querySelector('[data-total="' + column + '"]').textContent = total;
  }
  const sum = form.querySelector('[data-out="sheet-sum"]');
  sum.textContent = figures.sum;
  sum.classList.toggle("sum-wrong", figures.sum_wrong);
}

// --- the totals and the names

// A browser that keeps nothing has been said so by the rows.
function keep() {
  drawer.write(Object.fromEntries(more.map((el) => [el.name, el.value])));
}

function restore() {
  const kept = drawer.read() || {};
  for (const el of more) if (!el.value && kept[el.name]) el.value = kept[el.name];
}

form.addEventListener("keydown", (event) => {
  const place = more.indexOf(event.target);
  if (event.key !== "Enter" || place < 0) return;
  event.preventDefault();
  const next = more[place + 1];
  (next && next.matches("[data-after-rows]") ? next : document.getElementById("keep-reading")).focus();
});
form.addEventListener("input", (event) => {
  if (more.includes(event.target)) keep();
});
for (const name of ["input", "focusin", "change"]) form.addEventListener(name, countAll);
form.addEventListener("king:row-left", () => window.setTimeout(askFigures));
restore();
countAll();
askFigures();
