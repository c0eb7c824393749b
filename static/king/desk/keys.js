// `/` puts the caret into the search, `?` shows the keys of the page.
const search = document.getElementById("site-search");
const keys = document.getElementById("keys");

document.addEventListener("keydown", (event) => {
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
document.addEventListener("click", (event) => {
  if (keys && event.target.closest("[data-keys]")) keys.showModal();
});
