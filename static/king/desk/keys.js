// `/` puts the caret into the search, `?` shows the keys of the page; Ctrl and Enter go to its main button, from a field too.
const search = document.getElementById("site-search");
const keys = document.getElementById("keys");

document.addEventListener("keydown", (event) => {
  const filled = event.key === "Enter" && (event.ctrlKey || event.metaKey) && document.querySelector("main .btn-next");
  if (filled) {
    event.preventDefault();
    filled.focus();
    return;
  }
  const writing =
    event.target.closest && event.target.closest("input, select, textarea, [contenteditable], dialog[open]");
  if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && search) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "?" && keys) {
    event.preventDefault();
    keys.showModal();
  }
});
// Arrows go down into what the letters have found, and back; Escape puts it away.
search?.form.addEventListener("keydown", (event) => {
  const found = [search, ...search.form.querySelectorAll(".site-found a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    search.form.querySelector(".site-found").replaceChildren();
    search.focus();
  } else if (step && found.length > 1) {
    event.preventDefault();
    found[found.indexOf(event.target) + step]?.focus();
  }
});
document.addEventListener("click", (event) => {
  if (keys && event.target.closest("[data-keys]")) keys.showModal();
});
