/* Entering players with the keyboard: letters, arrows, Enter; the field is ready for the next name at once.
   Without this script the same form works with Tab and Enter. */
import "./desk.js";

const ON_ONE_SCREEN = 36; // Entries that are all seen at once.

function listen(form) {
  const field = form.querySelector("input[type=search]");

  function players() {
    return Array.from(form.querySelectorAll(".found-player"));
  }

  // Those who played last, where no letters are typed: an arrow shows them.
  function lastPlayed() {
    return form.querySelector("[data-last]");
  }
  function showLast(isOpen) {
    if (lastPlayed()) lastPlayed().hidden = !isOpen;
  }
  form.addEventListener("focusout", function (event) {
    if (event.relatedTarget && !form.contains(event.relatedTarget)) showLast(false);
  });

  form.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && event.target === field) {
      field.value = "";
      showLast(false);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = players();
    if (!all.length) return;
    event.preventDefault();
    showLast(true);
    const place = all.indexOf(document.activeElement);
    const next = event.key === "ArrowDown" ? place + 1 : place - 1;
    if (next < 0) field.focus();
    else all[Math.min(next, all.length - 1)].focus();
  });

  // A list that comes late leaves the arrows on the player where they were (htmx finds the place by its id). One without
  // that player puts them on the first of those who played last, where no letters are typed, else into the field.
  // Who presses one after another of those who played last finds them open still.
  let inList = false;
  let wasOpen = false;
  document.body.addEventListener("htmx:beforeSwap", function () {
    inList = players().includes(document.activeElement);
    wasOpen = lastPlayed()?.hidden === false;
  });
  document.body.addEventListener("htmx:afterSwap", function () {
    if (wasOpen && !field.value) showLast(true);
    if (inList && document.activeElement === document.body) {
      const isLast = lastPlayed() && !field.value;
      showLast(isLast);
      (isLast ? players()[0] : field).focus();
    }
    inList = false;
  });

  // Letters typed while a player of the list has the focus go on in the field.
  form.addEventListener("keypress", function (event) {
    if (!event.target.classList.contains("found-player") || event.key === "Enter" || event.key === " ") return;
    field.focus();
  });

  form.addEventListener("click", function (event) {
    const button = event.target.closest("[data-new-player]");
    if (!button) return;
    const box = document.getElementById("new-player");
    box.open = true;
    const { surname: family, givenName, cardNumber } = button.dataset;
    const surname = box.querySelector("[name=surname]");
    surname.value = family;
    box.querySelector("[name=given_name]").value = givenName;
    box.querySelector("[name=card_number]").value = cardNumber;
    // Asked already: that name is somebody new.
    box.querySelector("[name=somebody_new]").value = "somebodyNew" in button.dataset ? `${family} ${givenName}` : "";
    surname.focus();
    surname.select();
  });

  document.getElementById("who-is-meant").addEventListener("submit", function () {
    field.value = "";
  });

  /* The one box: several lines pasted are a list, and a file dropped is as good as one chosen. Both are shown before
     anything is written. */
  const list = document.getElementById("paste-list");
  list.hidden = !list.open;

  document.querySelector("[data-paste]").addEventListener("click", function (event) {
    event.preventDefault();
    list.hidden = false;
    list.open = true;
    list.querySelector("textarea").focus();
  });

  function isList(text) {
    return /\S[^\S\n]*[\r\n]+\s*\S/.test(text);
  }
  function lookAt(text) {
    list.querySelector("textarea").value = text;
    list.querySelector("form").requestSubmit(list.querySelector("[name=look]"));
  }
  field.addEventListener("paste", function (event) {
    const text = event.clipboardData.getData("text/plain");
    if (!isList(text)) return;
    event.preventDefault();
    lookAt(text);
  });
  const drop = document.querySelector("[data-drop]");
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, function (event) {
      if (event.target.closest("textarea")) return;
      event.preventDefault();
      drop.classList.add("dropping");
    });
  }
  drop.addEventListener("dragleave", function (event) {
    if (!drop.contains(event.relatedTarget)) drop.classList.remove("dropping");
  });
  drop.addEventListener("drop", function (event) {
    drop.classList.remove("dropping");
    if (event.target.closest("textarea")) return;
    event.preventDefault();
    const text = event.dataTransfer.getData("text/plain");
    const several = event.dataTransfer.files.length > 1;
    drop.querySelector("[data-one-file]").hidden = !several;
    if (several) return;
    if (event.dataTransfer.files.length) {
      const chosen = document.getElementById("roster-file");
      chosen.files = event.dataTransfer.files;
      chosen.form.requestSubmit();
    } else if (isList(text)) lookAt(text);
    else {
      field.value = text.trim();
      field.focus();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  /* The letters go with their own Enter, and the field is free for the next name at once: what is typed while the last
     player is being entered is not emptied by his answer, and is not sent without its letters. Enter in an empty field
     chooses nobody. */
  const sent = [];
  form.addEventListener(
    "submit",
    function (event) {
      if (!window.htmx) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const letters = field.value;
      const nobody = !letters.trim() && document.activeElement === field;
      const player = event.submitter && !nobody ? event.submitter.value : "";
      sent.push(letters);
      field.value = "";
      // The form itself says where the answer goes: one that waits its turn finds the list as it is by then.
      window.htmx.ajax("POST", form.action, { source: form, values: { q: letters, player: player } });
    },
    true,
  );

  /* Refused, or not arrived: what was typed is back, unless the next name is begun. It is selected, so that another
     name takes its place. To htmx a refusal that it shows is a success: the status says which it was. */
  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt !== form || event.detail.requestConfig.verb !== "post") return;
    const letters = sent.shift();
    const refused = !event.detail.successful || event.detail.xhr.status >= 400;
    if (!refused || !letters || field.value) return;
    field.value = letters;
    if (document.activeElement === field) field.select();
  });

  // Entered: the field is there for the next name.
  document.body.addEventListener("htmx:afterSwap", function (event) {
    if (event.target.id !== "entries" && event.detail.target.id !== "entries") return;
    const { entered } = document.getElementById("entries").dataset;
    filterReady();
    if (!entered) return;
    const row = document.getElementById("entry-" + entered);
    if (row) row.classList.add("just-entered");
    field.focus();
    document.body.dispatchEvent(new Event("found"));
  });

  /* Looking for an entry in a long list; capitals and accents do not count. */
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }
  function filterReady() {
    const filter = document.querySelector("[data-filter]");
    if (!filter) return;
    const rows = document.querySelectorAll(filter.dataset.filter);
    const wanted = plain(filter.value).split(/\s+/).filter(Boolean);
    filter.hidden = rows.length <= ON_ONE_SCREEN && !wanted.length;
    for (const row of rows) {
      const text = plain(row.textContent);
      row.hidden = !wanted.every(function (word) {
        return text.includes(word);
      });
    }
  }
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-filter]")) filterReady();
  });
  filterReady();

  // One menu open at a time; Escape closes it.
  const MENUS = ".row-menu, .enter-new";
  document.addEventListener(
    "toggle",
    function (event) {
      if (!event.target.open || !event.target.matches(MENUS)) return;
      for (const other of document.querySelectorAll(MENUS)) if (other !== event.target) other.open = false;
      keepInside(event.target);
    },
    true,
  );
  // What a menu shows may come later.
  document.body.addEventListener("htmx:afterSettle", function (event) {
    const menu = event.target.closest?.(".row-menu[open]");
    if (menu) keepInside(menu);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    const menu = document.querySelector(".row-menu[open], .enter-new[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

/* A menu that would end below the window opens upwards, where there is room for it; else the page moves. */
function keepInside(menu) {
  const box = menu.querySelector(".row-menu-box, .fold-box");
  box.classList.remove("opens-up");
  const { bottom, height } = box.getBoundingClientRect();
  if (bottom <= window.innerHeight) return;
  if (menu.getBoundingClientRect().top > height) box.classList.add("opens-up");
  else box.scrollIntoView({ block: "nearest" });
}

const found = document.querySelector("[data-completion]");
if (found) listen(found);
