/* Light, dark or as the device says: applied before the first paint, kept on this device only.
   A page that fixes its own theme (the hall screen) carries data-theme-fixed on <html> and is left alone. */
(function () {
  "use strict";
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  function choice() {
    try {
      const kept = window.localStorage.getItem("king-theme");
      return kept === "light" || kept === "dark" ? kept : "auto";
    } catch {
      return "auto"; // storage refused: the device's preference still holds
    }
  }

  function apply() {
    if (root.hasAttribute("data-theme-fixed")) return;
    const chosen = choice();
    root.setAttribute("data-bs-theme", chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen);
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosen));
    }
  }

  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    try {
      window.localStorage.setItem("king-theme", button.dataset.themeChoice);
    } catch {
      root.setAttribute("data-bs-theme", button.dataset.themeChoice);
      return;
    }
    apply();
  });

  /* A menu closes when what is pressed lies elsewhere, or with Esc, which gives the caret back to it. */
  document.addEventListener("click", function (event) {
    for (const menu of document.querySelectorAll(".account-menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", function (event) {
    const menu = event.key === "Escape" && document.querySelector(".account-menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  /* A message is put away; the caret stays on the page. */
  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-put-away]");
    if (!button) return;
    button.closest(".notice").remove();
    document.getElementById("content")?.focus({ preventScroll: true });
  });

  /* Two quick presses on a form's button are one: the second would be sent again, or fall on what has come in its place. */
  document.addEventListener(
    "click",
    function (event) {
      const button = event.target.closest("button");
      if (!button || !button.form || button.type !== "submit" || event.detail < 2) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  /* A file that is chosen is sent: the next page shows what is in it before anything is written. */
  document.addEventListener("DOMContentLoaded", function () {
    for (const button of document.querySelectorAll("[data-send-chosen] [data-sends]")) button.hidden = true;
  });
  document.addEventListener("change", function (event) {
    const form = event.target.closest("[data-send-chosen]");
    if (!form) return;
    const most = Number(form.dataset.mostFiles);
    if (most && event.target.files?.length > most) sendInParts(form, event.target, most);
    else form.requestSubmit();
  });

  /* A server takes so many files at once: more of them go one part after the other, and then the page shows what came of
     all of them. */
  async function sendInParts(form, input, most) {
    if (!form.reportValidity()) return;
    const files = [...input.files];
    const said = form.querySelector("[data-sending]");
    function say(words, sent) {
      said.hidden = false;
      said.textContent = words.replace("{sent}", String(sent)).replace("{all}", String(files.length));
    }
    for (let sent = 0; sent < files.length; sent += most) {
      say(said.dataset.sending, sent);
      const part = new FormData(form);
      part.delete(input.name);
      for (const file of files.slice(sent, sent + most)) part.append(input.name, file);
      try {
        // What is said of them waits in the session for the page that shows all of it.
        const answer = await fetch(form.action, { method: "POST", body: part, redirect: "manual" });
        if (answer.type !== "opaqueredirect") throw new Error(String(answer.status));
      } catch {
        say(said.dataset.stopped, sent);
        input.value = "";
        return;
      }
    }
    window.location.assign(form.action); // the page above it
  }

  /* A server that does not answer, or fails, is said in words at once; the words are in templates/_connection.html. */
  function connection(trouble) {
    const bar = document.getElementById("connection");
    if (!bar) return;
    bar.hidden = !trouble;
    for (const sentence of bar.querySelectorAll("[data-trouble]")) {
      sentence.hidden = sentence.dataset.trouble !== trouble;
    }
  }
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, function () {
      connection("away");
    });
  }
  document.addEventListener("htmx:responseError", function () {
    connection("failed");
  });
  document.addEventListener("htmx:afterOnLoad", function (event) {
    if (event.detail.successful) connection("");
  });
  window.addEventListener("offline", function () {
    connection("away");
  });
  window.addEventListener("online", function () {
    connection("");
  });
})();

/* A text to take along. The clipboard is closed to pages without https, so the old way stands behind the new one. */
(function () {
  "use strict";
  document.addEventListener("DOMContentLoaded", function () {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  });
  document.addEventListener("click", async function (event) {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const text = document.querySelector(button.dataset.copy);
    text.select();
    let copied = false;
    try {
      await navigator.clipboard.writeText(text.value);
      copied = true;
    } catch {
      copied = document.execCommand("copy");
    }
    if (copied) button.textContent = button.dataset.copied;
  });
})();
