// Rows on their way to the server. What was typed lies in this browser until the server has said what became of it, so
// that a reload, a dead server or a lost session loses nothing.
import { newId } from "./keys.js";

const GIVE_UP_AFTER = 8000;
const TRY_AGAIN_AFTER = 3000;

export class Outbox {
  // ``listener`` has inTrouble(kind, hands), answered(hand, item, status, body), settled(); ``more`` goes with every row.
  constructor(key, url, listener, more) {
    this.key = key;
    this.url = url;
    this.listener = listener;
    this.more = more;
    const kept = this.read();
    this.items = kept.items || {};
    this.drafts = kept.drafts || {};
    this.sending = null;
    this.timer = null;
  }

  read() {
    try {
      return JSON.parse(window.localStorage.getItem(this.key)) || {};
    } catch {
      return {};
    }
  }

  write() {
    try {
      if (!this.hands().length && !Object.keys(this.drafts).length) window.localStorage.removeItem(this.key);
      else window.localStorage.setItem(this.key, JSON.stringify({ items: this.items, drafts: this.drafts }));
    } catch {
      this.listener.inTrouble("no_storage", []);
    }
  }

  hands() {
    return Object.keys(this.items);
  }

  draft(hand, values, version) {
    if (values) this.drafts[hand] = { values: values, version: version };
    else delete this.drafts[hand];
    this.write();
  }

  put(hand, values, version) {
    this.items[hand] = { values: values, based_on: version, client_id: newId() };
    delete this.drafts[hand];
    this.write();
    return this.send();
  }

  // One sending at a time; everybody who asks meanwhile waits for the same one.
  send() {
    if (!this.sending) {
      window.clearTimeout(this.timer);
      this.sending = this.sendAll().finally(() => {
        this.sending = null;
      });
    }
    return this.sending;
  }

  async sendAll() {
    for (;;) {
      const hand = this.hands()[0];
      if (hand === undefined) {
        this.listener.settled();
        return true;
      }
      const item = this.items[hand];
      const answer = await this.post(hand, item);
      if (answer.status === 0 || answer.status >= 500 || !answer.body) {
        this.listener.inTrouble(
          answer.body === null && answer.status && answer.status < 500 ? "signed_out" : "waiting",
          this.hands(),
        );
        this.timer = window.setTimeout(() => this.send(), TRY_AGAIN_AFTER);
        return false;
      }
      if (this.items[hand] === item) delete this.items[hand];
      else if (answer.status === 200) this.items[hand].based_on = answer.body.version;
      this.write();
      this.listener.answered(hand, item, answer.status, answer.body);
    }
  }

  async post(hand, item) {
    const form = new URLSearchParams({ hand: hand, client_id: item.client_id, ...this.more, ...item.values });
    if (item.based_on !== null && item.based_on !== undefined) form.set("based_on", String(item.based_on));
    return ask(this.url, { method: "POST", body: form, headers: { "X-CSRFToken": csrfToken() } });
  }
}

// The cookie, not the page's own copy: signing in again in another tab changes it.
export function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : field ? field.value : "";
}

// ``body`` is null for anything that is not JSON: the page of the sign-in, or nothing at all.
export async function ask(url, options) {
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), GIVE_UP_AFTER);
  try {
    const answer = await window.fetch(url, { ...options, signal: stop.signal, cache: "no-store" });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    return { status: answer.status, body: isJson ? await answer.json() : null };
  } catch {
    return { status: 0, body: null };
  } finally {
    window.clearTimeout(timer);
  }
}
