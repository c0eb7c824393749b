// The fields of the kind of ruling that is chosen, and what it would do, as soon as there is enough to say.
import "./desk.js";

function listen(form) {
  function show() {
    const kind = (form.querySelector("[name=kind]:checked") || {}).value;
    const fouled = (form.querySelector("[name=fouled]:checked") || {}).value;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind);
    form.querySelector("[data-typed]").hidden = fouled !== "typed";
  }

  // The button is for a browser without scripts: here what it shows comes while one types.
  const preview = form.querySelector("[name=preview]");
  preview.hidden = true;
  let timer = null;
  form.addEventListener("input", (event) => {
    show();
    if (["reason", "article"].includes(event.target.name)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => preview.click(), 200);
  });
  show();
}

const found = document.getElementById("ruling");
if (found) listen(found);
