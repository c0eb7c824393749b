// The desk at another address: for a browser that is another phone, which has nothing of what lies on this one. So the
// old page opens the new one with all of it in the part of the address that no server is sent. Each row has its mark:
// brought twice it is one row.
import { button, CLOSES, dialog, h } from "./elements.js";

const BROUGHT = "#brought=";

export function packed(store) {
  const { key, outbox, drafts, conflicts, sent, signed, handed, dealer, dealerTold, device } = store;
  const text = JSON.stringify({ key, outbox, drafts, conflicts, sent, signed, handed, dealer, dealerTold, device });
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unpacked(text) {
  try {
    const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    return null;
  }
}

// Adds the rows that an old page has put into this address. Returns the sentence that says so, or none.
export function takeBrought(store, { hash, pathname, search } = window.location) {
  if (!hash.startsWith(BROUGHT)) return "";
  const brought = unpacked(hash.slice(BROUGHT.length));
  const { texts } = store.page;
  if (!brought || brought.key !== store.key) return texts.brought_other;
  if (store.brought !== hash) add(store, brought);
  store.take(store.sheet);
  store.brought = hash;
  // Until the phone keeps it, it stays in the address, for when the page is loaded again.
  store.write().then(() => store.storageFails || window.history.replaceState(null, "", pathname + search));
  return texts.brought.replace("{n}", String(store.outbox.length));
}

function add(store, brought) {
  if (!store.outbox.length && !Object.keys(store.sent).length) store.device = brought.device;
  const rows = brought.outbox.filter((item) => !store.taken.includes(item.client_id));
  for (const { client_id } of rows) {
    store.taken.push(client_id);
    store.unkept.add(client_id);
  }
  const drafts = Object.entries(brought.drafts).filter(([hand]) => !store.content(Number(hand)));
  store.outbox = [...rows, ...store.outbox];
  store.drafts = { ...Object.fromEntries(drafts), ...store.drafts };
  store.conflicts = { ...brought.conflicts, ...store.conflicts };
  store.signed = { ...brought.signed, ...store.signed };
  for (const [hand, sent] of Object.entries(brought.sent)) {
    if (!store.sent[hand] || store.sent[hand].version < sent.version) store.sent[hand] = sent;
  }
  if (brought.handed && !(store.handed && store.handed.at >= brought.handed.at)) store.handed = brought.handed;
  store.dealer = store.dealer || (store.sheet.first_dealer ? null : brought.dealer);
  store.dealerTold = store.dealerTold || brought.dealerTold;
}

// As people read it out: a number, a number and a port, or a whole address. The port stays where none is said.
function addressOf(typed) {
  const text = typed.trim();
  const { protocol, port } = window.location;
  try {
    const there = new URL(/^https?:\/\//i.test(text) ? text : protocol + "//" + text);
    if (!/^https?:\/\//i.test(text) && !there.port && !text.includes(":")) there.port = port;
    return /^[\w.-]+$|^\[/.test(there.hostname) ? there.origin : "";
  } catch {
    return "";
  }
}

// Beside the sentence that the desk does not answer.
export function movedKey(view) {
  const open = () => {
    view.moving = { typed: window.location.host };
    view.draw();
  };
  return h("button", { class: "phone-undo", "data-act": "moved", onclick: open }, view.page.texts.moved_key);
}

export function movedOverlay(view) {
  const { moving, page, store } = view;
  const { texts } = page;
  const close = () => {
    view.moving = null;
    view.draw();
  };
  const gone = () =>
    window.setTimeout(() => {
      view.moving = null;
      view.say(texts.moved_gone.replace("{address}", addressOf(moving.typed)));
    });
  // In a tab of its own: where the address was wrong, this page is still there.
  const link = h(
    "a",
    { class: "btn btn-primary", "data-act": "open-there", target: "_blank", rel: "noopener", onclick: gone },
    texts.moved_open,
  );
  const box = h("input", {
    class: "form-control form-control-lg",
    "data-act": "moved-to",
    "aria-label": texts.moved_label,
    inputmode: "url",
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: "false",
    maxlength: "200",
    value: moving.typed,
  });
  const aim = () => {
    moving.typed = box.value;
    const there = addressOf(box.value);
    if (there) link.setAttribute("href", there + window.location.pathname + BROUGHT + packed(store));
    else link.removeAttribute("href");
  };
  box.addEventListener("input", aim);
  aim();
  const asked = [h("h2", {}, texts.moved_title), h("p", {}, texts.moved_how), box];
  return dialog(texts.moved_title, asked, [button("not-moved", texts.cancel, close, CLOSES), link]);
}
