// Rows on their way to the desk, from a phone or from the desk's own pages. Typed text is written to the disk at once
// and sent in order; it is kept until the desk has said what became of it, so that once a row is said to be kept, a
// reload, a flat battery, a dead server or a lost session loses nothing. Each row has a mark of its own: sent twice it
// is one row.
const GIVE_UP_AFTER = 8000;
// Questions without an answer after which the desk may be gone for good: some ten seconds, or more on a dead network.
const AWAY_AFTER = 5;

export class Outbox {
  // `storage` reads one value and writes it, each in its own time (drawer.js). `desk` has send(item) and news(stamp), which answer as `ask` does, and `every`
  // and `rest`: so long from one question to the next, and so long at least after an answer that was slow.
  constructor(storage, desk, sheet) {
    this.storage = storage;
    this.desk = desk;
    this.sheet = sheet; // As the desk has it.
    this.outbox = []; // Rows that wait, the oldest first.
    this.drafts = {}; // Rows being typed, by hand.
    this.conflicts = {}; // Hands in two versions, of which somebody has to choose one.
    this.sent = {}; // Rows that the desk has confirmed to this page.
    this.refusals = {}; // Rows that were not taken, with the reason.
    this.unkept = new Set(); // The marks of rows that are not on the disk yet.
    this.storageFails = false;
    this.written = Promise.resolve(); // When all that was changed until now is on the disk, or cannot be.
    this.opening = null;
    this.online = true;
    this.unheard = null; // The status of an answer that was none.
    this.polling = false;
    this.unanswered = 0;
    this.posted = 0;
    this.listeners = [];
  }

  // These outlive the page.
  get kept() {
    const { outbox, drafts, conflicts } = this;
    return { outbox, drafts, conflicts };
  }

  adopt(kept) {
    for (const name of Object.keys(this.kept)) if (kept && name in kept) this[name] = kept[name];
  }

  // Takes up what an earlier page has kept; what is typed meanwhile comes after it.
  open() {
    this.opening = this.readFirst().then(() => {
      this.opening = null;
      this.write();
    });
    this.written = this.opening.then(() => this.written);
    return this.opening;
  }

  async readFirst() {
    const kept = await this.storage.read();
    const { outbox, drafts } = this;
    this.adopt(kept);
    this.outbox.push(...outbox.filter((row) => !this.outbox.includes(row)));
    Object.assign(this.drafts, drafts);
    this.take(this.sheet);
  }

  // Nothing waits for the disk, but until it has answered a row is not said to be kept.
  write() {
    if (this.opening) return this.written;
    const rows = this.outbox.map(({ client_id }) => client_id);
    this.written = this.storage.write(this.kept).then((isKept) => this.noteWritten(rows, isKept));
    return this.written;
  }

  noteWritten(rows, isKept) {
    const isNews = this.storageFails === isKept || rows.some((mark) => this.unkept.has(mark));
    this.storageFails = !isKept;
    for (const mark of rows) this.unkept.delete(mark);
    if (isNews) this.notify();
  }

  // Rows that wait here and outlive this page.
  get waiting() {
    return this.outbox.filter(({ client_id }) => !this.unkept.has(client_id));
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  notify() {
    for (const listener of this.listeners) listener();
  }

  changed() {
    this.write();
    this.notify();
  }

  // --- what is known of a row

  // The row that was typed last for a hand and waits.
  last(hand) {
    return this.outbox.filter((item) => item.hand === hand).pop() || null;
  }

  content(hand) {
    const waiting = this.last(hand);
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

  keepDraft(hand, draft) {
    this.drafts[hand] = draft;
    this.write();
  }

  dropDraft(hand) {
    delete this.drafts[hand];
    this.write();
  }

  // --- typing

  // `base` is the version that the typist began from: if another has come since, the desk answers with both. A
  // page's own later rows never conflict with its earlier ones.
  enter(hand, content, base) {
    const before = this.last(hand);
    const sent = this.sent[hand];
    const mark = newId();
    this.unkept.add(mark);
    this.outbox.push({
      client_id: mark,
      hand: hand,
      content: content,
      based_on: before ? null : Math.max(base, sent ? sent.version : 0),
      after: before ? before.client_id : null,
    });
    delete this.drafts[hand];
    delete this.refusals[hand];
    this.changed();
    return this.send();
  }

  // `read` are the two versions between which the choice was made: where another has come since, that one is shown.
  choose(hand, keepsMine, read) {
    const both = this.conflicts[hand];
    if (!both || !sameContent(both, read)) return;
    delete this.conflicts[hand];
    const draft = this.drafts[hand];
    if (keepsMine) this.enter(hand, both.mine, both.theirs ? both.theirs.version : 0);
    if (draft) this.drafts[hand] = draft; // Begun over the version that was in question, and not yet kept.
    this.changed();
  }

  // --- sending

  // One sending at a time, whoever asks meanwhile waits for the same one: whether everything has left.
  send() {
    this.sending ||= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  // One row at a time, oldest first. A row leaves the outbox only when the desk has said what became of it.
  async sendAll() {
    while (this.outbox.length) {
      const item = this.outbox[0];
      const answer = await this.tell(() => this.desk.send(item));
      if (!this.hear(answer)) return false;
      this.settle(item, answer);
      this.changed();
    }
    return true;
  }

  // Counts each post at both ends: a question asked before or during it may bring an older answer than its own.
  async tell(post) {
    this.posted += 1;
    const answer = await post();
    this.posted += 1;
    return answer;
  }

  hear(answer) {
    const { online, unheard } = this;
    this.online = isHeard(answer);
    this.unheard = this.online ? null : answer.status;
    if (this.online !== online || this.unheard !== unheard) this.changed();
    return this.online;
  }

  settle({ client_id, hand, content, based_on }, { status, body }) {
    const refused = status >= 400;
    const last = this.last(hand);
    const mine = last ? last.content : content;
    // Text typed over a row that was not taken goes with it: nobody was looking at what stands at the desk.
    this.outbox = this.outbox.filter((item) => (refused ? item.hand !== hand : item.client_id !== client_id));
    if (status === 409) {
      this.conflicts[hand] = { mine: mine, theirs: body.current };
    } else if (refused) {
      // Refused for good (the partita is closed, the sheet was handed in): what was typed last stays as a draft.
      this.drafts[hand] ||= { content: mine, base: based_on };
      this.refusals[hand] = body.message;
    } else {
      delete this.refusals[hand];
      this.sent[hand] = { client_id: client_id, content: content, version: body.version };
      const next = this.outbox.find((item) => item.after === client_id);
      if (next) Object.assign(next, { based_on: body.version, after: null });
    }
    if (body.sheet) this.take(body.sheet);
  }

  // The sheet as the desk has it, which may be an older copy of what it has confirmed here.
  take(sheet) {
    this.sheet = sheet;
    for (const [hand, { version }] of Object.entries(this.sent))
      if (this.version(hand) < version) delete this.sent[hand];
    for (const [hand, { mine, theirs }] of Object.entries(this.conflicts)) {
      const row = sheet.rows[hand];
      if (!row) continue;
      if (sameContent(row.content, mine)) delete this.conflicts[hand];
      else if (!theirs || row.version > theirs.version)
        this.conflicts[hand] = { mine: mine, theirs: { version: row.version, content: row.content } };
    }
  }

  // --- asking

  get away() {
    return !this.online && this.unanswered >= AWAY_AFTER;
  }

  async poll() {
    if (this.polling) return;
    this.polling = true;
    clearTimeout(this.timer);
    const began = Date.now();
    try {
      await this.look();
    } finally {
      // The page goes on asking after any fault of one answer.
      this.polling = false;
      this.unanswered = this.online ? 0 : this.unanswered + 1;
      if (this.unanswered === AWAY_AFTER) this.changed();
      const { every, rest } = this.desk;
      this.timer = setTimeout(() => this.poll(), Math.max(rest, every - (Date.now() - began)));
    }
  }

  async look() {
    if (this.sending || this.outbox.length) await this.send();
    else await this.askForNews();
  }

  async askForNews() {
    const { posted } = this;
    const answer = await this.desk.news(this.sheet.stamp);
    const { status, body } = answer;
    if (status === 200 && posted !== this.posted) return;
    if (status === 200 && body) this.take(body);
    else if (status === 410 && body) this.refusals.table = body.message;
    this.hear(answer);
    if (body) this.changed();
  }
}

// `body` is null for anything that is not JSON: the page of the sign-in, or nothing at all.
export async function ask(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), GIVE_UP_AFTER);
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal, cache: "no-store" });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    return { status: answer.status, body: isJson ? await answer.json() : null };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

export const isHeard = ({ status, body }) => status === 204 || (status > 0 && status < 500 && body !== null);

// The same row whatever the order of its keys, so that a page can tell whether anything was changed; an empty field says
// nothing.
export function sameContent(one, other) {
  const flat = (value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(
          Object.keys(value)
            .filter((key) => value[key] !== "")
            .sort()
            .map((key) => [key, flat(value[key])]),
        )
      : value;
  return JSON.stringify(flat(one)) === JSON.stringify(flat(other));
}

// A mark for a row as it was typed, made here so that sending it twice changes nothing. Plain http on a local address has
// no crypto.randomUUID, but it has getRandomValues.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
