// The line of calls on every page of the desk: looked at again and again, one question at a time, however long the page
// stays open. A page that nobody looks at asks more slowly, one whose server is away more slowly still. While somebody
// waits the title of the page says so too, for who has another window in front.
const EVERY = 1400;
const BEHIND_ANOTHER = 5000;
const AT_MOST = 30000;
const title = document.title;
let timer = null;
let failures = 0;

const line = () => document.getElementById("calls");

function look() {
  const el = line();
  if (!el || !window.htmx) return;
  timer = window.setTimeout(later, AT_MOST); // Should no answer ever be told of.
  window.htmx.trigger(el, "king:look");
}

function later() {
  window.clearTimeout(timer);
  const pace = document.hidden ? BEHIND_ANOTHER : EVERY;
  timer = window.setTimeout(look, Math.min(pace * 2 ** failures, AT_MOST));
}

function say() {
  const el = line();
  const words = el ? el.dataset.title : "";
  document.title = words ? words + " \u00b7 " + title : title;
}

document.addEventListener("htmx:afterRequest", (event) => {
  // The element that asked: when it has been replaced, htmx tells the page of it from elsewhere.
  const asked = event.detail.requestConfig && event.detail.requestConfig.elt;
  if (!asked || asked.id !== "calls") return;
  failures = event.detail.successful ? 0 : Math.min(failures + 1, 5);
  say();
  later();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  window.clearTimeout(timer);
  look();
});
document.addEventListener("DOMContentLoaded", look);
