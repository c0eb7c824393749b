/* A page that renews itself keeps open what its reader had opened. */
import "./countdown.js";
import "./press.js";
import "./share.js";

let open = [];
document.addEventListener("htmx:beforeSwap", function () {
  open = Array.from(document.querySelectorAll("details[id][open]"), function (details) {
    return details.id;
  });
});
document.addEventListener("htmx:afterSwap", function () {
  for (const id of open) {
    const details = document.getElementById(id);
    if (details) details.open = true;
  }
});

/* A long list: what is typed leads to the first line with all these words, Enter to the next one. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

for (const box of document.querySelectorAll("[data-seek]")) {
  const field = box.querySelector("input");
  const lines = Array.from(document.querySelectorAll(box.dataset.seek + " tbody tr"));
  let found = null;

  const seek = function (after) {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const hits = lines.filter(function (line) {
      const name = " " + plain(line.querySelector(".name").textContent);
      return words.length && words.every((word) => name.includes(" " + word));
    });
    if (found) found.classList.remove("sought");
    found = hits[(hits.indexOf(after) + 1) % hits.length] || null;
    if (found) {
      found.classList.add("sought");
      found.scrollIntoView({ block: "center" });
    }
  };

  box.hidden = false;
  field.addEventListener("input", function () {
    seek(null);
  });
  field.addEventListener("keydown", function (event) {
    if (event.key === "Enter") seek(found);
  });
}

/* A link to a partita opens its list. */
function openPartita() {
  const fold = location.hash && document.querySelector(location.hash + " > .fold");
  if (fold) fold.open = true;
}
window.addEventListener("hashchange", openPartita);
openPartita();
