// An error of these scripts is said on the phone and written into the desk's log, with the version of this page. The
// rows typed are kept, and the page goes on asking: nobody at the table has to know what an error is.
export const page = JSON.parse(document.getElementById("phone-page").textContent);
const AGAIN = 15000;
const MOST = 5;
const told = [];

function tell(fault) {
  if (told.length >= MOST || told.includes(fault)) return;
  told.push(fault);
  // Until the page is drawn it is said that this phone cannot.
  if (document.querySelector(".phone-dots")) document.getElementById("phone-fault").hidden = false;
  send(fault);
}

async function send(fault) {
  const body = JSON.stringify({ fault: fault, version: page.version, sheet: page.sheet_key });
  try {
    const answer = await window.fetch(page.urls.fault, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: body,
    });
    if (answer.status < 500) return;
  } catch {
    // Nobody answers now.
  }
  window.setTimeout(() => send(fault), AGAIN);
}

// Scripts that a browser has added of its own are not ours to speak of.
window.addEventListener("error", (event) => {
  if (event.filename && event.filename.startsWith(window.location.origin))
    tell(event.message + " · " + place(event.filename) + ":" + event.lineno);
});
window.addEventListener("unhandledrejection", (event) => {
  const { message, stack } = event.reason || {};
  const [line] = (stack || "").match(/[^\s(]+:\d+:\d+/) || [""];
  tell((message || String(event.reason)) + " · " + place(line));
});

function place(address) {
  return address.split("/").pop().split("?")[0];
}

document.getElementById("phone-reload").addEventListener("click", () => window.location.reload());
