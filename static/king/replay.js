/* A board played again. Without this file every card is a form that answers with a page; with it the robots' cards fall
   one after the other, and a card that may not be played says why at once. */
const BETWEEN = 420; // Milliseconds between two cards.
const TAKEN = 1100; // A whole trick lies for so long.
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let playing = false;
let hurried = false;

function wait(milliseconds) {
  if (calm.matches) return Promise.resolve();
  const step = 40;
  return new Promise(function (resolve) {
    let left = milliseconds;
    const timer = window.setInterval(function () {
      left -= step;
      if (left > 0 && !hurried) return;
      window.clearInterval(timer);
      resolve();
    }, step);
  });
}

function lay(game, wind, card) {
  const lies = game.querySelector(`[data-at="${wind}"] .replay-lies`);
  lies.replaceChildren(...card.map((node) => node.cloneNode(true)));
  lies.classList.add("is-new");
  for (const seat of game.querySelectorAll("[data-at]")) seat.classList.remove("is-turn");
}

function clear(game) {
  for (const lies of game.querySelectorAll(".replay-lies")) lies.replaceChildren();
  for (const seat of game.querySelectorAll(".is-taking")) seat.classList.remove("is-taking");
}

async function show(game, moves) {
  const turn = game.querySelector(".replay-turn");
  if (turn) turn.hidden = true;
  hurried = false;
  for (const [place, move] of moves.entries()) {
    if (place) await wait(BETWEEN);
    lay(game, move.dataset.wind, Array.from(move.children));
    if (move.dataset.takes) {
      game.querySelector(`[data-at="${move.dataset.takes}"]`).classList.add("is-taking");
      await wait(TAKEN);
      clear(game);
    }
  }
}

function say(game, sentence) {
  game.querySelector(".replay-why").textContent = sentence;
}

async function answerTo(form, button) {
  const body = new FormData(form);
  body.set("card", button.value);
  const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { ok: response.ok, next: page.getElementById("game") };
}

async function play(form, button) {
  const game = form.closest("#game");
  playing = true;
  say(game, "");
  if (button.value) button.classList.add("is-sent");
  try {
    const { ok, next } = await answerTo(form, button);
    if (!next) throw new Error("no game in the answer");
    if (ok) await show(game, Array.from(next.querySelectorAll(".replay-moves > li")));
    if ("over" in next.dataset) {
      window.location.replace(next.dataset.url);
      return;
    }
    game.replaceWith(next);
    document.getElementById("said").textContent = next.dataset.said;
    if (ok) window.history.replaceState(null, "", next.dataset.url);
    const first = next.querySelector(".replay-card.is-legal");
    if (first) first.focus({ preventScroll: true });
  } catch {
    button.classList.remove("is-sent");
    say(game, form.dataset.lost);
  } finally {
    playing = false;
  }
}

document.addEventListener("submit", function (event) {
  const form = event.target.closest(".replay-hand");
  if (!form || !event.submitter) return;
  event.preventDefault();
  if (playing) return;
  const why = event.submitter.dataset.why;
  if (why) say(form.closest("#game"), why);
  else play(form, event.submitter);
});

/* A touch of the table ends the waiting. */
document.addEventListener("click", function (event) {
  if (event.target.closest(".replay-table")) hurried = true;
});

/* Card by card: each press counts, however many come before the site has answered. */
const STEPS = {
  "step-first": () => 0,
  "step-back": (at) => Math.max(at - 1, 0),
  "step-forth": (at, end) => Math.min(at + 1, end),
  "step-last": (_at, end) => end,
};
let goal = null; // Number of cards that the presses ask for, while an answer is on its way.

async function cardsUntil(url) {
  const response = await fetch(url);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById("step");
  if (!next) throw new Error("no hand in the answer");
  return next;
}

function replaceStep(next) {
  const focused = document.activeElement?.closest("#step [id]")?.id;
  document.getElementById("step").replaceWith(next);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function goOn() {
  const begun = document.getElementById("step").dataset;
  try {
    for (let at = Number(begun.at); at !== goal; ) {
      const next = await cardsUntil(`${begun.url}&at=${goal}`);
      at = Number(next.dataset.at);
      replaceStep(next);
    }
  } catch {
    window.location.assign(`${begun.url}&at=${goal}`);
  } finally {
    goal = null;
  }
}

document.addEventListener("click", function (event) {
  const key = event.target.closest("#step a[id]");
  if (!key || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const step = document.getElementById("step").dataset;
  const waits = goal !== null;
  goal = STEPS[key.id](waits ? goal : Number(step.at), Number(step.end));
  if (!waits) goOn();
});

/* The arrows of the keyboard are the buttons. */
const ARROWS = { ArrowLeft: "step-back", ArrowRight: "step-forth", Home: "step-first", End: "step-last" };
document.addEventListener("keydown", function (event) {
  const key = document.getElementById(ARROWS[event.key]);
  if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  key.click();
});
