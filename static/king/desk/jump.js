// A table's number, typed on any page of the desk where nobody is writing, opens its sheet.
(function () {
  "use strict";
  const box = document.getElementById("jump");
  if (!box) return;
  const WAIT = 900;
  let typed = "";
  let timer = null;

  function forget() {
    typed = "";
    box.hidden = true;
    window.clearTimeout(timer);
  }

  function open() {
    const address = box.dataset.url.replace(/0\/$/, typed + "/");
    forget();
    window.location.assign(address);
  }

  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const writing = at.closest && at.closest("input, select, textarea, [contenteditable]");
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key) && typed.length < 4 && !(typed === "" && event.key === "0")) {
      typed += event.key;
      box.textContent = box.dataset.words.replace("{table}", typed);
      box.hidden = false;
      window.clearTimeout(timer);
      timer = window.setTimeout(open, WAIT);
      event.preventDefault();
    } else if (typed && event.key === "Enter") {
      event.preventDefault();
      open();
    } else if (typed) {
      forget();
    }
  });
})();
