/* Counts down what the server said was left when it wrote the page; this machine's own clock may be wrong. */
const ends = new WeakMap();

function tick() {
  for (const each of document.querySelectorAll("[data-seconds]")) {
    if (!ends.has(each)) {
      ends.set(each, performance.now() + 1000 * Number(each.dataset.seconds));
    }
    const left = Math.ceil((ends.get(each) - performance.now()) / 1000);
    if (left <= 0) {
      each.textContent = each.dataset.over;
      each.removeAttribute("data-seconds");
    } else {
      each.querySelector("[data-left]").textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    }
  }
}

tick();
setInterval(tick, 1000);
