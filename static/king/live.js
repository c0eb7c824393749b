/* A page that renews itself keeps open what its reader had opened. */
import "./countdown.js";
import "./key_guard.js";
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

/* The tab of the list that is shown; the style sheet marks it too, for whoever has no scripts. */
const tabs = Array.from(document.querySelectorAll(".tabs a"));

function markTab() {
  const shown = tabs.find((tab) => tab.hash === location.hash) || tabs[0];
  for (const tab of tabs) {
    if (tab === shown) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  if (shown) shown.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/* The player last looked at stays below the standing of the evening. It is kept in this browser alone. */
const LOOKED_AT = "king:looked-at";

function lookedAt() {
  try {
    return JSON.parse(localStorage.getItem(LOOKED_AT)) || {};
  } catch {
    return {};
  }
}

function keepLookedAt(evening) {
  try {
    localStorage.setItem(LOOKED_AT, JSON.stringify({ evening: evening, page: location.pathname }));
  } catch {
    /* a browser that keeps nothing */
  }
}

function pinYou(bar) {
  const { evening, page } = lookedAt();
  const names = Array.from(document.querySelectorAll(".tabbed a.name")).filter((each) => each.pathname === page);
  const name = names.find((each) => each.offsetParent) || names[0];
  bar.hidden = evening !== bar.dataset.you || !name;
  if (bar.hidden) return;
  const line = name.closest("tr");
  const part = function (cell) {
    const copy = document.createElement("span");
    copy.className = cell.className;
    copy.textContent = cell.textContent.trim();
    return copy;
  };
  const named = document.createElement("span");
  named.className = "you-name";
  named.append(
    name.cloneNode(true),
    ...Array.from(line.querySelectorAll("th .rests"), (rests) => ` ${rests.textContent.trim()}`),
  );
  const figures = Array.from(line.querySelectorAll(".num:not(.rank, .wide, .table-of)"), part);
  bar.replaceChildren(bar.firstElementChild, part(line.querySelector(".rank")), named, ...figures);
}

const looked = document.querySelector("[data-looked-at]");
if (looked) keepLookedAt(looked.dataset.lookedAt);
const you = document.querySelector("[data-you]");
function showTab() {
  markTab();
  if (you) pinYou(you);
}
if (tabs.length) {
  window.addEventListener("hashchange", showTab);
  showTab();
}
