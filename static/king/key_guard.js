// A press is meant for the key that stood there when the finger came down, long enough to be read. So the page renews
// itself only while nothing is pressed, and keys whose meaning has changed are deaf for a moment.
const CLICK_FOLLOWS = 150; // On a touch screen the click comes after the finger has left.
const SETTLES = 400; // Longer than a finger that taps twice, shorter than a person who reads first.
const waiting = [];
let pressed = false;
let timer = null;

export const held = () => pressed;

function release() {
  window.clearTimeout(timer);
  pressed = false;
  for (const goOn of waiting) goOn();
}

window.addEventListener("pointerdown", () => {
  window.clearTimeout(timer); // Of the tap before: where two follow each other closely it would end this one.
  pressed = true;
});
window.addEventListener("click", release);
for (const end of ["pointerup", "pointercancel", "dragend"]) {
  window.addEventListener(end, () => {
    timer = window.setTimeout(release, CLICK_FOLLOWS);
  });
}
window.addEventListener("blur", release);

// A look that nobody has asked for: it comes by the clock, or from the line of calls. The next answer brings the same.
function byItself(request) {
  const asked = request.triggeringEvent;
  return request.verb === "get" && (!asked || asked.type === "king:look");
}
document.addEventListener("htmx:beforeSwap", (event) => {
  if (pressed && byItself(event.detail.requestConfig)) event.detail.shouldSwap = false;
});

// News change the page at once, or as soon as nothing is pressed. A key that is replaced under the finger would never
// hear of the press, and another in its place would be meant by nobody.
export function betweenPresses(draw) {
  let late = [];
  function goOn() {
    if (pressed || !late.length) return;
    const news = late;
    late = [];
    for (const happen of news) happen();
    draw();
  }
  waiting.push(goOn);
  return (happen) => {
    late.push(happen);
    goOn();
  };
}

// Answers with what to call when the keys have changed their meaning: a tap that was begun before they had stood for a
// moment does nothing, and a key of the keyboard that is held down neither. The row of hands never changes its meaning,
// and Escape always goes back.
export function deafKeys(root) {
  let until = 0;
  let early = false;
  let settled = null;
  const meant = (event) => event.target.closest(event.detail ? ".phone-dots" : ".phone-dots, [data-close]");
  const touch = (event) => {
    early = event.timeStamp < until;
  };
  const click = (event) => {
    if (!meant(event) && (event.detail ? early : event.timeStamp < until)) event.stopPropagation();
  };
  root.addEventListener("pointerdown", touch, true);
  root.addEventListener("click", click, true);
  return function settle() {
    until = performance.now() + SETTLES;
    root.classList.add("is-settling");
    window.clearTimeout(settled);
    settled = window.setTimeout(() => root.classList.remove("is-settling"), SETTLES);
  };
}
