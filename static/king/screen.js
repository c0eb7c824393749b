/* The hall's screen turns its pages by itself, keeps the clock, and asks now and then whether anything is new.

   A page is a [data-turn]; what does not fit in its .turning box flows on in columns to the right and is turned too.
   A server that does not answer changes nothing here: the last pages go on turning, and a small sign says since when. */
import { countDown } from "./countdown.js";

const ASKS = 3; // seconds
const READABLE = 5 / 3; // rem: 56 px of 1920, so that ten metres from a picture 2.4 m wide they are read (docs/decisions.md)
const LARGEST = 4.5;
const SMALLEST = 0.8; // of a list that would fill more pages than anybody waits for
const MOST_PAGES = 12;
const MOST_APART = 0.75; // of a line's height

const frame = document.getElementById("screen");
const clock = document.getElementById("clock");
const away = document.getElementById("away");
const said = document.getElementById("said");
let turns = [];
let shown = 0;
let step = 0;
let timer = 0;
let ahead = 0; // milliseconds by which the server's clock is before this one's

function root() {
  return document.getElementById("turns");
}
function boxOf(turn) {
  return turn && turn.querySelector(".turning");
}

/* How wide a page is with the gap after it, and how many of them the columns fill. */
function width(box) {
  return box.clientWidth + (parseFloat(getComputedStyle(box).columnGap) || 0);
}
function steps(box) {
  return box ? Math.max(1, Math.ceil((box.scrollWidth - 2) / width(box))) : 1;
}

/* Pages under so many columns in such type; none where a word is wider than its column, a table is broken in two,
   narrow columns shorten a name that has two lines, or each wind has to stay whole and one does not. */
function pages(box, columns, size, whole) {
  box.classList.toggle("is-whole", whole);
  box.style.columnCount = columns;
  box.style.fontSize = size + "rem";
  const line = parseFloat(getComputedStyle(box).fontSize);
  for (const words of box.querySelectorAll("li, .name, .screen-state")) {
    if (words.scrollWidth > words.clientWidth + 1 || words.getClientRects().length > 1) return Infinity;
    if (columns > 2 && words.scrollHeight > words.clientHeight + line) return Infinity;
  }
  for (const wind of whole ? box.querySelectorAll(".screen-wind") : []) {
    if (wind.getClientRects().length > 1) return Infinity;
  }
  return steps(box);
}

/* As few pages as the readable type allows. A wind is one column if that takes no more of them. */
function bestOf(box) {
  const best = largestIn(box, SMALLEST, false);
  const whole = box.querySelector(".screen-wind") ? largestIn(box, READABLE, true) : best;
  return whole.pages <= best.pages ? whole : best;
}

/* As few pages as the readable type allows, and then the largest type in as many pages. */
function largestIn(box, smallest, whole) {
  const largest = Number(box.dataset.largest) || LARGEST;
  const choices = [1, 2, 3, 4].slice(0, Number(box.dataset.columns) || 4);
  let best = { pages: Infinity, columns: 1, size: 1, whole: whole };
  for (let size = READABLE; size >= smallest && best.pages > MOST_PAGES; size *= 0.9) {
    for (const columns of choices) {
      const count = pages(box, columns, size, whole);
      if (count < best.pages) best = { ...best, pages: count, columns: columns, size: size };
    }
  }
  if (best.pages === Infinity) return best;
  for (const columns of choices) {
    let low = best.size;
    let high = largest;
    if (pages(box, columns, low + 0.04, whole) > best.pages) continue;
    while (high - low > 0.04) {
      const size = (low + high) / 2;
      if (pages(box, columns, size, whole) <= best.pages) low = size;
      else high = size;
    }
    if (low > best.size) best = { ...best, columns: columns, size: low };
  }
  return best;
}

/* One page fills its columns evenly: as low as it still is one page. */
function level(box, best) {
  box.style.height = "";
  if (best.pages > 1 || best.columns < 2) return;
  let low = 0;
  let high = box.clientHeight;
  while (high - low > 2) {
    const height = (low + high) / 2;
    box.style.height = height + "px";
    if (pages(box, best.columns, best.size, best.whole) > 1) low = height;
    else high = height;
  }
  box.style.height = Math.ceil(high) + "px";
  spread(box, best);
}

/* The lines of a page that is not full stand further apart, as far as it is high. */
function spread(box, best) {
  const rows = Math.ceil(box.querySelectorAll(":scope > .screen-line").length / best.columns);
  const even = box.clientHeight;
  const spare = box.parentElement.clientHeight - even;
  const apart = Math.floor(Math.min(spare / rows, MOST_APART * (even / rows)));
  if (!rows || apart < 1) return;
  box.style.setProperty("--apart", apart + "px");
  box.style.height = even + rows * apart + "px";
  if (pages(box, best.columns, best.size, best.whole) > 1) {
    box.style.removeProperty("--apart");
    box.style.height = even + "px";
  }
}

/* Figures that change leave the type as it is while it still fits: nothing jumps, and a small machine has less to do. */
const fitted = new Map();
function fit(turn) {
  const box = boxOf(turn);
  const fonts = document.fonts ? document.fonts.status : "";
  const lines = box ? box.querySelectorAll("li").length : 0;
  const place = [turns.indexOf(turn), lines, innerWidth, innerHeight, fonts].join(" ");
  if (!box || turn.dataset.fitted === place) return;
  turn.dataset.fitted = place;
  const before = fitted.get(place);
  box.style.height = "";
  box.style.removeProperty("--apart");
  if (before && pages(box, before.columns, before.size, before.whole) === before.pages) return level(box, before);
  const best = bestOf(box);
  pages(box, best.columns, best.size, best.whole);
  level(box, best);
  fitted.set(place, best);
}

function show() {
  turns.forEach(function (turn, place) {
    turn.classList.toggle("turn-shown", place === shown);
  });
  const box = boxOf(turns[shown]);
  if (box) {
    fit(turns[shown]);
    step = Math.min(step, steps(box) - 1);
    box.style.transform = "translateX(" + -step * width(box) + "px)";
    const mark = turns[shown].querySelector("[data-page]");
    if (mark) mark.textContent = steps(box) > 1 ? step + 1 + " / " + steps(box) : "";
  }
  clearTimeout(timer);
  timer = setTimeout(next, 1000 * Number(root().dataset.dwell));
}

function next() {
  if (step + 1 < steps(boxOf(turns[shown]))) {
    step += 1;
  } else {
    step = 0;
    shown = turns.length ? (shown + 1) % turns.length : 0;
  }
  show();
}

function begin() {
  turns = Array.from(document.querySelectorAll("[data-turn]"));
  for (const top of document.querySelectorAll("[data-turn] .screen-top")) {
    const place = document.createElement("span");
    place.dataset.page = "";
    place.className = "turn-place";
    top.append(place);
  }
  shown = 0;
  step = 0;
  show();
  tick();
  countDown();
}

function titles() {
  return turns
    .map(function (turn) {
      const title = turn.querySelector("h1");
      return title ? title.textContent.trim() : "";
    })
    .join("|");
}

/* The same pages with newer figures go on where they were. */
function put(html) {
  const before = titles();
  const place = [shown, step];
  frame.innerHTML = html;
  said.textContent = (root().dataset.said || "").trim();
  begin();
  if (titles() === before) {
    [shown, step] = place;
    show();
  }
}

async function ask() {
  try {
    const stamp = encodeURIComponent(root().dataset.stamp || "");
    const answer = await fetch(location.pathname + "?stamp=" + stamp, { cache: "no-store" });
    ahead = Date.parse(answer.headers.get("Date")) - Date.now() || 0;
    if (answer.status === 200) put(await answer.text());
    else if (answer.status !== 204) throw answer.status;
    away.hidden = true;
  } catch {
    // No answer: what is on the screen stays on it.
    if (away.hidden) away.textContent = away.dataset.words.replace("{time}", now());
    away.hidden = false;
  }
  setTimeout(ask, 1000 * Number(root().dataset.refresh || ASKS));
}

/* The time in the evening's own zone, by the server's clock. */
function now() {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: root().dataset.zone };
  const moment = new Date(Date.now() + ahead);
  try {
    return moment.toLocaleTimeString(document.documentElement.lang, form);
  } catch {
    return moment.toLocaleTimeString(document.documentElement.lang, { ...form, timeZone: undefined });
  }
}

function tick() {
  clock.textContent = clock.dateTime = now();
}

// For a projector in a bright hall.
if (location.hash === "#light") document.documentElement.dataset.bsTheme = "light";
begin();
setInterval(tick, 1000);
setTimeout(ask, 1000 * ASKS);
window.addEventListener("resize", show);
if (document.fonts) document.fonts.ready.then(show);
// For whoever stands at the laptop: arrows turn pages at once.
document.addEventListener("keydown", function (event) {
  if (event.key === "ArrowRight" || event.key === " ") next();
  if (event.key === "ArrowLeft") {
    step = 0;
    shown = (shown + turns.length - 1) % turns.length;
    show();
  }
});
