/* Counts down to the moment that the page names, by the server's clock: this machine's own may be wrong, and the page
   may have been made a while ago for somebody else. */
let ahead = null; // milliseconds by which the server's clock is before this one's, once it has been asked
let asking = false;

async function ask() {
  asking = true;
  try {
    const answer = await fetch("/health", { method: "HEAD", cache: "no-store" });
    ahead = Date.parse(answer.headers.get("Date")) - Date.now() || 0;
  } catch {
    ahead = 0;
  }
  tick();
}

function tick() {
  for (const each of document.querySelectorAll("[data-until]")) {
    if (ahead === null) {
      if (!asking) ask();
      return;
    }
    const left = Math.ceil(Number(each.dataset.until) - (Date.now() + ahead) / 1000);
    if (left <= 0) {
      each.textContent = each.dataset.over;
      each.removeAttribute("data-until");
    } else {
      each.querySelector("[data-left]").textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    }
  }
}

tick();
setInterval(tick, 1000);
