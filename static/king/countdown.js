/* Times that a page names as moments, counted by the server's clock: this machine's own may be wrong, and the page may
   have been made a while ago for somebody else. [data-until] counts down to a moment and then says that it is over;
   [data-clock] is the clock of a partita, as scoring/clock.py writes it: it runs on below nothing. */
const LAST = 5 * 60;
const ASK_AGAIN = 5000;
const JUMP = 1000;
let ahead = null; // milliseconds by which the server's clock is before this one's, once it has been asked
let steady = 0; // what lay between this machine's clock and its stopwatch then: another distance, and it slept or was set
let asked = -ASK_AGAIN;

function distance() {
  return Date.now() - performance.now();
}

async function ask() {
  if (performance.now() - asked < ASK_AGAIN) return;
  asked = performance.now();
  try {
    const answer = await fetch("/health", { method: "HEAD", cache: "no-store" });
    const now = Number(answer.headers.get("X-Now"));
    if (!now) return;
    ahead = now + (performance.now() - asked) / 2 - Date.now();
    steady = distance();
    countDown();
  } catch {
    // The page keeps its time and asks again.
  }
}

function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function figures(seconds) {
  return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

function count(line, now) {
  const left = Math.ceil(Number(line.dataset.until) - now / 1000);
  if (left > 0) return say(line.querySelector("[data-left]"), figures(left));
  line.textContent = line.dataset.over;
  line.removeAttribute("data-until");
}

function draw(face, clock, now) {
  const left = (clock.zero - (clock.at === null ? now : clock.at)) / 1000;
  const is = {
    over: left <= 0,
    last: left > 0 && left <= LAST && !clock.stands,
    paused: clock.stands === "paused",
    stopped: clock.stands === "stopped",
    own: clock.own,
  };
  for (const [name, holds] of Object.entries(is)) face.classList.toggle("is-" + name, holds);
  for (const word of face.querySelectorAll("[data-word]")) word.hidden = !is[word.dataset.word];
  say(face.querySelector("[data-left]"), left > 0 ? figures(Math.ceil(left)) : "+" + figures(Math.floor(-left)));
  const ends = face.querySelector("[data-ends]");
  if (ends) {
    ends.hidden = is.over || Boolean(clock.stands);
    say(ends, ends.dataset.ends.replace("{when}", clock.until));
  }
  const hand = face.querySelector("[data-hand]");
  if (hand) drawHand(hand, clock, left);
}

// The hand that should be in play: extra time puts off every hand that is still to come.
function drawHand(element, clock, left) {
  const spent = clock.seconds - left;
  const number = Math.max(0, Math.floor(spent / clock.hand)) + 1;
  element.hidden = !clock.hand || left <= 0 || number > clock.hands || clock.stands === "stopped";
  if (element.hidden) return;
  const rest = figures(Math.ceil(number * clock.hand - spent));
  say(element, element.dataset.hand.replace("{hand}", number).replace("{left}", rest));
}

/* A clock that a script has heard of: the server's facts, or null where there is none any more. */
export function showClock(element, clock) {
  element.hidden = !clock;
  element.dataset.clock = clock ? JSON.stringify(clock) : "";
  countDown();
}

/* Every time on the page as it is now; also for what has just been put on it. */
export function countDown() {
  const now = ahead === null ? null : Date.now() + ahead;
  let runs = false;
  for (const shown of document.querySelectorAll("[data-until], [data-clock]:not([data-clock=''])")) {
    const clock = shown.dataset.clock ? JSON.parse(shown.dataset.clock) : null;
    const stands = clock !== null && clock.at !== null;
    runs = runs || !stands;
    if (stands || (clock && now !== null)) draw(shown, clock, now);
    else if (now !== null) count(shown, now);
  }
  if (runs && (ahead === null || Math.abs(distance() - steady) > JUMP)) ask();
}

countDown();
setInterval(countDown, 250);
document.addEventListener("htmx:afterSwap", countDown);
