// Every page of the desk loads these.
import "../countdown.js";
import "../press.js";
import "./calls.js";
import "./jump.js";
import "./keys.js";

// The caret is where the next key goes. Under a finger it would open the keyboard over the page.
if (!window.matchMedia("(pointer: coarse)").matches && !window.location.hash)
  document.querySelector("[data-autofocus]")?.focus();

document.querySelector("[data-print]")?.addEventListener("click", function () {
  window.print();
});
