/* In a grid of short fields Enter goes to the next one; in the last it records. */
import "./desk.js";

for (const form of document.querySelectorAll("[data-walk]")) {
  form.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    const fields = Array.from(form.querySelectorAll("input:not([type=hidden])"));
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
}
const wrong = document.querySelector(".slip-wrong input");
if (wrong) wrong.focus();

/* Two seats are exchanged: a third one ticked lets the first go, and the button says what is still to be chosen. */
function exchange(tables, button) {
  let chosen = Array.from(tables.querySelectorAll("[name=seat]:checked"));
  function show() {
    button.disabled = chosen.length !== 2;
  }
  tables.addEventListener("change", function (event) {
    if (event.target.name !== "seat") return;
    chosen = chosen.filter(function (box) {
      return box !== event.target;
    });
    if (event.target.checked) chosen.push(event.target);
    while (chosen.length > 2) chosen.shift().checked = false;
    show();
  });
  show();
}

const found = document.querySelector("[data-exchange] [data-exchange-button]");
if (found) exchange(found.closest("[data-exchange]"), found);
