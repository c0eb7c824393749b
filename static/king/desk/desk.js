// Every page of the desk loads these.
import "../countdown.js";
import "../key_guard.js";
import "./calls.js";
import "./jump.js";
import "./keys.js";

// The caret is where the next key goes. Under a finger it would open the keyboard over the page.
if (!window.matchMedia("(pointer: coarse)").matches && !window.location.hash)
  document.querySelector("[data-autofocus]")?.focus();

// A fold that is opened to type in it takes the caret along.
document.addEventListener("click", function (event) {
  const fold = event.target.closest("[data-caret] > summary")?.parentElement;
  if (!fold || fold.open) return;
  window.setTimeout(() => fold.querySelector("input:not([type=hidden])")?.focus());
});

document.querySelector("[data-print]")?.addEventListener("click", function () {
  window.print();
});
