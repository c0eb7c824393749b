// The keys of every page of the desk: `g` and a number go to a table; a page's links say which key follows them.
const box = document.getElementById("jump-table");
let from = null;

document.addEventListener("keydown", (event) => {
  const at = event.target;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (at === box && event.key === "Escape" && from) {
    event.preventDefault();
    box.value = "";
    return from.focus();
  }
  // A sheet's cells take no letter but those of their own row.
  const isWriting = at.closest && at.closest("input, select, textarea, [contenteditable]") && !at.dataset.field;
  if (isWriting) return;
  if (event.key === "g" && box) {
    event.preventDefault();
    from = at;
    const folded = box.closest("details");
    if (folded) folded.open = true;
    return box.select();
  }
  const link = document.querySelector('a[data-key~="' + CSS.escape(event.key) + '"]');
  if (!link) return;
  event.preventDefault();
  link.click();
});
