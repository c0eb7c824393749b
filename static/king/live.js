/* A page that renews itself keeps open what its reader had opened. */
import "./countdown.js";
import "./press.js";

let open = [];
document.addEventListener("htmx:beforeSwap", function () {
  open = Array.from(document.querySelectorAll("details[id][open]"), function (each) {
    return each.id;
  });
});
document.addEventListener("htmx:afterSwap", function () {
  for (const id of open) {
    const each = document.getElementById(id);
    if (each) each.open = true;
  }
});
