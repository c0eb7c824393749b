/* The hall's screen turns its pages by itself, keeps the clock, and asks now and then whether anything is new.

   A page is a [data-turn]; what does not fit in its .turning box flows on in columns to the right and is turned too.
   A server that does not answer changes nothing here: the last pages go on turning. */
import { countDown } from "./countdown.js";

const frame = document.getElementById("screen");
const clock = document.getElementById("clock");
let turns = [];
let shown = 0;
let step = 0;
let timer = 0;

function root() {
  return document.getElementById("turns");
}

/* How wide a page is with the gap after it, and how many of them the columns fill. */
function width(box) {
  return box.clientWidth + (parseFloat(getComputedStyle(box).columnGap) || 0);
}
function steps(box) {
  return box ? Math.max(1, Math.ceil((box.scrollWidth - 2) / width(box))) : 1;
}

/* The largest type with which there is least to turn; never smaller than four fifths. */
function fit(box) {
  let best = 1;
  let least = Infinity;
  for (const scale of [1, 0.95, 0.9, 0.85, 0.8]) {
    box.style.fontSize = scale + "rem";
    if (steps(box) < least) {
      least = steps(box);
      best = scale;
    }
  }
  box.style.fontSize = best + "rem";
}

function show() {
  turns.forEach(function (turn, place) {
    turn.classList.toggle("turn-shown", place === shown);
  });
  const box = turns[shown] && turns[shown].querySelector(".turning");
  if (box) {
    fit(box);
    step = Math.min(step, steps(box) - 1);
    box.style.transform = "translateX(" + -step * width(box) + "px)";
    turns[shown].querySelector("[data-page]").textContent = steps(box) > 1 ? step + 1 + " / " + steps(box) : "";
  }
  clearTimeout(timer);
  timer = setTimeout(next, 1000 * Number(root().dataset.dwell));
}

function next() {
  const box = turns[shown] && turns[shown].querySelector(".turning");
  if (step + 1 < steps(box)) {
    step += 1;
  } else {
    step = 0;
    shown = turns.length ? (shown + 1) % turns.length : 0;
  }
  show();
}

function begin() {
  turns = Array.from(document.querySelectorAll("[data-turn]"));
  for (const turn of turns) {
    const place = document.createElement("span");
    place.dataset.page = "";
    place.className = "turn-place";
    turn.querySelector(".screen-top").append(place);
  }
  shown = 0;
  step = 0;
  show();
  countDown();
}

function titles() {
  return turns
    .map(function (turn) {
      return turn.querySelector("h1").textContent.trim();
    })
    .join("|");
}

async function ask() {
  try {
    const answer = await fetch("?stamp=" + encodeURIComponent(root().dataset.stamp), { cache: "no-store" });
    if (answer.status === 200) {
      const before = titles();
      const place = [shown, step];
      frame.innerHTML = await answer.text();
      begin();
      // The same pages with newer figures go on where they were; other pages begin at the first.
      if (titles() === before) {
        [shown, step] = place;
        show();
      }
    }
  } catch {
    // No answer: what is on the screen stays on it.
  }
  setTimeout(ask, 1000 * Number(root().dataset.refresh));
}

function tick() {
  const now = new Date();
  clock.textContent = now.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clock.dateTime = now.toTimeString().slice(0, 5);
  setTimeout(tick, 1000 * (60 - now.getSeconds()));
}

begin();
tick();
setTimeout(ask, 1000 * Number(root().dataset.refresh));
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
