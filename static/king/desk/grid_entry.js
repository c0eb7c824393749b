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
const wrong = document.querySelector(".slip [aria-invalid]");
if (wrong) wrong.focus();

/* Two players are pressed and change places; without a script a button does it. */
const exchange = document.querySelector("[data-exchange]");
if (exchange) {
  exchange.querySelector("[data-exchange-button]").hidden = true;
  document.addEventListener("change", function (event) {
    if (event.target.name !== "seat") return;
    const chosen = document.querySelectorAll("[name=seat]:checked");
    if (chosen.length === 2) exchange.requestSubmit();
    // Two that were refused are still there: the next press begins again.
    else for (const box of chosen) box.checked = box === event.target;
  });
}
