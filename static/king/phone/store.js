// What is typed is kept on this phone at once, and sent in order when the desk answers.
// Everything lies in localStorage under the table's code and the partita's number, so that a reload, a flat
// battery or a dead server loses nothing, and a phone that still shows the last partita cannot mix the two.
import { takeBrought } from "./moved.js";
import { newId, sameContent } from "./row.js";

// From one question to the next, so that the phones of a table agree within two seconds; a slow answer is not
// followed by the next question at once.
const POLL_EVERY = 1700;
const POLL_REST = 900;
const GIVE_UP_AFTER = 8000;
// Questions without an answer after which the desk may be gone for good: some ten seconds, or more on a dead network.
const AWAY_AFTER = 5;

export class Store {
  constructor(page) {
    this.page = page;
    this.key = "king:" + page.key;
    this.online = true;
    this.sending = false;
    this.polling = false;
    this.unanswered = 0;
    this.posted = 0;
    this.listeners = [];
    this.outbox = [];
    this.drafts = {};
    this.conflicts = {};
    this.sent = {};
    this.signed = {};
    this.handed = null;
    this.taken = []; // The marks of rows that an old page has brought,
    this.brought = ""; // and all that it brought last.
    this.refusal = "";
    this.dealer = null; // Who deals first, said on this phone and not yet at the desk.
    this.dealerTold = "";
    this.device = newId().slice(0, 8);
    this.show(page.sheet);
    this.adopt(this.read());
    this.said = takeBrought(this);
    this.take(this.sheet);
    this.write();
    this.watch();
  }

  // Another tab of this phone may write to the same storage, and a phone that slept has missed what it said.
  watch() {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      this.heard();
      this.poll();
    };
    window.addEventListener("storage", (event) => event.key === this.key && this.heard());
    window.addEventListener("pageshow", (event) => event.persisted && look());
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", () => this.poll());
    window.addEventListener("offline", () => this.setOnline(false));
    // Where the browser keeps nothing, what has not reached the desk goes with the page: it asks before.
    window.addEventListener("beforeunload", (event) => {
      if (this.storageFails && (this.outbox.length || Object.keys(this.drafts).length)) event.preventDefault();
    });
  }

  heard() {
    const kept = this.storageFails ? null : this.read();
    if (!kept) return this.write();
    this.adopt(kept);
    for (const listener of this.listeners) listener();
  }

  adopt(kept) {
    if (!kept) return;
    this.outbox = kept.outbox || [];
    this.drafts = kept.drafts || {};
    this.conflicts = kept.conflicts || {};
    this.sent = kept.sent || {};
    this.signed = kept.signed || {};
    this.handed = kept.handed || null;
    this.dealer = kept.dealer || null;
    this.dealerTold = kept.dealerTold || "";
    this.taken = kept.taken || [];
    this.brought = kept.brought || "";
    this.device = kept.device || this.device;
    // The phone may know of answers that a page from its own cache does not.
    const newer = kept.sheet && kept.sheet.seats && kept.sheet.made_at > this.sheet.made_at;
    this.show(newer ? kept.sheet : this.sheet);
  }

  read() {
    try {
      return JSON.parse(window.localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  write() {
    const { outbox, drafts, conflicts, sent, signed, handed, dealer, dealerTold, device, sheet, taken, brought } = this;
    const kept = {
      outbox,
      drafts,
      conflicts,
      sent,
      signed,
      handed,
      dealer,
      dealerTold,
      device,
      sheet,
      taken,
      brought,
    };
    try {
      window.localStorage.setItem(this.key, JSON.stringify(kept));
      this.storageFails = false;
    } catch {
      this.storageFails = true;
    }
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  changed() {
    this.write();
    for (const listener of this.listeners) listener();
  }

  // Where a row is: "phone" (only here), "desk" (there), "confirmed" (signed or handed in as it stands there),
  // "conflict", or "" where nothing has been entered.
  whereIs(hand) {
    if (this.conflicts[hand]) return "conflict";
    if (this.outbox.some((item) => item.hand === hand)) return "phone";
    const row = this.sheet.rows[hand];
    if (!row || !row.content) return "";
    const agreed = this.sheet.signing && this.sheet.signing.signed.length > 0;
    return agreed || this.sheet.state !== "open" ? "confirmed" : "desk";
  }

  atDesk(hand) {
    return ["desk", "confirmed"].includes(this.whereIs(hand));
  }

  content(hand) {
    const waiting = this.outbox.filter((item) => item.hand === hand).pop();
    if (waiting) return waiting.content;
    const row = this.sheet.rows[hand];
    return row ? row.content : null;
  }

  // The version at the desk that a typist looks at now; 0 where there is none.
  version(hand) {
    const row = this.sheet.rows[hand];
    return row ? row.version : 0;
  }

  draft(hand) {
    return this.drafts[hand] || null;
  }

  keepDraft(hand, row, base) {
    this.drafts[hand] = { ...row, base: base };
    this.write();
  }

  dropDraft(hand) {
    delete this.drafts[hand];
    this.write();
  }

  // `base` is the version that the typist began from: if another has come since, the desk answers with both. What
  // this phone itself has written since is no other.
  enter(hand, content, base) {
    const waiting = this.outbox.filter((item) => item.hand === hand).pop();
    const sent = this.sent[hand];
    this.outbox.push({
      client_id: newId(),
      hand: hand,
      content: content,
      based_on: waiting ? null : Math.max(base, sent ? sent.version : 0),
      after: waiting ? waiting.client_id : null,
    });
    delete this.drafts[hand];
    this.changed();
    this.send();
  }

  get firstDealer() {
    return this.dealer ? this.dealer.wind : this.sheet.first_dealer;
  }

  // Said once, before the first hand, and sent before it; `seen` is what the table had said until then.
  sayDealer(wind) {
    this.dealer = { wind: wind, seen: this.sheet.first_dealer };
    this.show(this.sheet);
    this.changed();
    this.send();
  }

  // `read` are the two versions between which the choice was made: where another has come since, that one is shown.
  settle(hand, keepMine, read) {
    const conflict = this.conflicts[hand];
    if (!conflict || !sameContent(conflict, read)) return;
    delete this.conflicts[hand];
    const draft = this.drafts[hand];
    if (keepMine) this.enter(hand, conflict.mine, conflict.theirs ? conflict.theirs.version : 0);
    if (draft) this.drafts[hand] = draft; // Begun over the version that was in question, and not yet kept.
    this.changed();
  }

  async ask(url, options) {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), GIVE_UP_AFTER);
    try {
      const answer = await window.fetch(url, { ...options, signal: stop.signal, cache: "no-store" });
      const body = answer.status === 204 ? null : await answer.json();
      return { status: answer.status, body: body };
    } catch {
      return { status: 0, body: null };
    } finally {
      window.clearTimeout(timer);
    }
  }

  async post(url, body) {
    this.posted += 1;
    const answer = await this.ask(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, device: this.device, sheet: this.page.sheet_key }),
    });
    this.posted += 1;
    return answer;
  }

  // One row at a time, oldest first. A row leaves the outbox only when the desk has said what became of it.
  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      if (this.dealer && !(await this.sendDealer())) return;
      while (this.outbox.length) {
        const item = this.outbox[0];
        const answer = await this.post(this.page.urls.rows, item);
        if (answer.status === 0 || answer.status >= 500) {
          this.setOnline(false);
          return;
        }
        this.online = true;
        this.settleAnswer(item, answer);
        this.changed();
      }
    } finally {
      this.sending = false;
    }
  }

  async sendDealer() {
    const said = this.dealer;
    const answer = await this.post(this.page.urls.first_dealer, said);
    const heard = answer.status !== 0 && answer.status < 500;
    if (heard && this.dealer === said) this.dealer = null;
    if (heard && answer.body) this.refusal = answer.body.message;
    if (heard && answer.body && answer.body.sheet) this.take(answer.body.sheet);
    this.online = heard;
    this.changed();
    return heard;
  }

  settleAnswer(item, answer) {
    const refused = answer.status >= 400;
    const later = this.outbox.filter((other) => other.hand === item.hand && other.client_id !== item.client_id);
    const last = later.length ? later[later.length - 1] : item;
    // What was typed over a row that was not taken goes with it: nobody was looking at what stands at the desk.
    this.outbox = this.outbox.filter((other) =>
      refused ? other.hand !== item.hand : other.client_id !== item.client_id,
    );
    if (answer.status === 409) {
      this.conflicts[item.hand] = { mine: last.content, theirs: answer.body.current };
    } else if (refused) {
      // Refused for good (the partita is closed, the sheet was handed in): what was typed last stays as a draft.
      this.drafts[item.hand] = this.drafts[item.hand] || { content: last.content, base: this.version(item.hand) };
      this.refusal = answer.body ? answer.body.message : this.page.texts.refused;
    } else {
      this.refusal = "";
      const { client_id, content } = item;
      this.sent[item.hand] = { client_id: client_id, content: content, version: answer.body.version };
      const next = later.find((other) => other.after === item.client_id);
      if (next) Object.assign(next, { based_on: answer.body.version, after: null });
    }
    if (answer.body && answer.body.sheet) this.take(answer.body.sheet);
  }

  // The sheet as the desk has it. Where it knows less than it has confirmed to this phone, as after a copy of this
  // morning was put back, the phone says it again with the same mark.
  take(sheet) {
    if (!sheet.first_dealer && this.dealerTold && !this.dealer) this.dealer = { wind: this.dealerTold, seen: "" };
    if (sheet.first_dealer) this.dealerTold = sheet.first_dealer;
    this.show(sheet);
    this.noteHandIn(sheet);
    for (const [key, sent] of Object.entries(this.sent)) {
      const hand = Number(key);
      if (this.version(hand) >= sent.version) continue;
      delete this.sent[key];
      if (this.outbox.some((item) => item.hand === hand)) continue;
      this.outbox.push({
        client_id: sent.client_id,
        hand: hand,
        content: sent.content,
        based_on: this.version(hand),
        after: null,
      });
    }
    for (const [hand, both] of Object.entries(this.conflicts)) {
      const row = sheet.rows[hand];
      if (!row) continue;
      if (sameContent(row.content, both.mine)) delete this.conflicts[hand];
      else if (!both.theirs || row.version > both.theirs.version) {
        this.conflicts[hand] = { mine: both.mine, theirs: { version: row.version, content: row.content } };
      }
    }
  }

  // When the desk had this sheet, and what this phone said as it handed it in; nothing of it where another one did.
  noteHandIn({ state, handed_in }) {
    if (state === "open" || !handed_in || (this.handed && this.handed.at >= handed_in.at)) return;
    this.handed = { at: handed_in.at, body: this.handing || null };
    this.handing = null;
  }

  get openAgain() {
    return this.sheet.state === "open" && Boolean(this.sheet.handed_in || this.handed);
  }

  // Signatures and hand-in that the desk had from this phone and no longer knows. A sheet that a person opened again
  // there stays open, and over other rows nobody has agreed: then the desk is told, and a person looks first.
  lost() {
    const { state, seen, signing, handed_in } = this.sheet;
    if (state !== "open") return [];
    const winds = signing
      ? Object.keys(this.signed).filter((wind) => this.signed[wind].seen === seen && !signing.signed.includes(wind))
      : [];
    const found = winds.map((wind) => ["sign", { wind: wind, ...this.signed[wind] }]);
    const { at, body } = this.handed || {};
    const here = handed_in && handed_in.here && handed_in.at >= at;
    if (at && !here && body && body.seen === seen) found.push(["hand_in", body]);
    else if (at && !handed_in) found.push(["was_handed_in", { at: at }]);
    return found;
  }

  // Once for each state of the sheet: what is refused now may wait for what another phone gives back.
  async giveBack() {
    const lost = this.lost();
    if (!lost.length || this.triedAt === this.sheet.stamp) return false;
    this.triedAt = this.sheet.stamp;
    for (const [name, body] of lost) {
      const answer = await this.act(name, body);
      if (answer.status === 0 || answer.status >= 500) this.triedAt = null;
      if (answer.status !== 200) break;
    }
    return true;
  }

  show(sheet) {
    this.sheet = sheet;
    const { hands_by_dealer: hands } = this.page;
    if (hands && this.firstDealer) this.page.hands = hands[this.firstDealer];
    this.page.seats = {};
    for (const [column, place] of Object.entries(this.page.places)) {
      this.page.seats[column] = { ...place, name: sheet.seats.names[column] || "" };
    }
  }

  get away() {
    return !this.online && this.unanswered >= AWAY_AFTER;
  }

  setOnline(online) {
    if (this.online !== online) {
      this.online = online;
      this.changed();
    }
  }

  async poll() {
    if (this.polling) return;
    this.polling = true;
    window.clearTimeout(this.timer);
    const began = Date.now();
    try {
      if (this.sending || this.outbox.length || this.dealer) await this.send();
      else if (!(await this.giveBack())) await this.askForNews();
    } finally {
      // Whatever went wrong with one answer, the phone goes on asking.
      this.polling = false;
      this.unanswered = this.online ? 0 : this.unanswered + 1;
      if (this.unanswered === AWAY_AFTER) this.changed();
      this.timer = window.setTimeout(() => this.poll(), Math.max(POLL_REST, POLL_EVERY - (Date.now() - began)));
    }
  }

  async askForNews() {
    const posted = this.posted;
    const answer = await this.ask(this.page.urls.state + "?stamp=" + encodeURIComponent(this.sheet.stamp), {});
    // What was asked before a row left, or while something was on its way, may be older than the answer to that.
    if (posted !== this.posted && answer.status === 200) return;
    if (answer.status === 200) {
      this.take(answer.body);
      this.online = true;
      this.changed();
    } else if (answer.status === 410) {
      this.refusal = answer.body.message;
      this.setOnline(true);
      this.changed();
    } else {
      this.setOnline(answer.status === 204);
    }
  }

  // Something that is done at the desk or not at all: no row is written by it.
  async act(name, body) {
    const answer = await this.post(this.page.urls[name], body);
    if (answer.body && answer.body.sheet) this.take(answer.body.sheet);
    this.setOnline(answer.status !== 0 && answer.status < 500);
    this.changed();
    return answer;
  }

  async handIn(withProblems, seen, captain) {
    await this.send();
    if (this.outbox.length) return { status: 0, body: null };
    this.handing = { with_problems: withProblems, seen: seen, captain: captain || null };
    return this.act("hand_in", this.handing);
  }

  // What is kept gives just this signature back: the code is his who signed.
  async sign(wind, seen, code) {
    const answer = await this.act("sign", { wind: wind, seen: seen, own_code: code });
    if (answer.status === 200) this.signed[wind] = { seen: seen, proof: answer.body.proof };
    this.write();
    return answer;
  }
}
