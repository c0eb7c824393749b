// The phone's own copy of the sheet, with the rows it has not yet sent. Everything lies in its storage under the table's
// code and the partita's number, so that a phone that still shows the last partita cannot mix the two.
import { ask, newId, Outbox } from "../outbox.js";
import { winsMatch } from "./row.js";

// From one question to the next, so that the phones of a table agree within two seconds; a slow answer is not
// followed by the next question at once.
const POLL_EVERY = 1700;
const POLL_REST = 900;
const NO_ANSWER = { status: 0, body: null };

export class Store extends Outbox {
  // `holders` keeps who holds this phone, at whatever table.
  constructor(page, storage, holders) {
    const desk = {
      every: POLL_EVERY,
      rest: POLL_REST,
      send: (item) => this.post("rows", item),
      news: (stamp) => ask(page.urls.state + "?stamp=" + encodeURIComponent(stamp), {}),
    };
    super(storage, desk, page.sheet);
    this.page = page;
    this.holders = holders;
    this.holder = "";
    this.key = "king:" + page.key;
    this.signed = {};
    this.handed = null;
    this.taken = []; // The marks of rows that an old page has brought.
    this.brought = ""; // All that it brought last.
    this.dealer = null; // The first dealer, said on this phone and not yet at the desk.
    this.dealerTold = "";
    this.device = newId().slice(0, 8);
    this.show(page.sheet);
  }

  // Another tab of this phone may write to the same storage, and a phone that slept has missed what it said.
  watch() {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      this.readAgain();
      this.poll();
    };
    this.storage.listen(() => this.readAgain());
    window.addEventListener("pageshow", (event) => event.persisted && look());
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", () => this.poll());
    window.addEventListener("offline", () => this.hear(NO_ANSWER));
    // Where the browser keeps nothing, what has not reached the desk goes with the page: it asks before.
    window.addEventListener("beforeunload", (event) => {
      if (this.storageFails && (this.outbox.length || Object.keys(this.drafts).length)) event.preventDefault();
    });
  }

  async readFirst() {
    await Promise.all([super.readFirst(), this.readHolder()]);
  }

  async readAgain() {
    const kept = this.storageFails ? null : await this.storage.read();
    if (!kept) return this.write();
    this.adopt(kept);
    await this.readHolder();
    this.notify();
  }

  // The phone remembers the player and not the wind: at the next table, and in another seat, it is still theirs.
  async readHolder() {
    const kept = await this.holders.read();
    if (kept) this.holder = kept.holder;
  }

  sayHolder(player) {
    this.holder = String(player);
    this.holders.write({ holder: this.holder });
  }

  get kept() {
    const { sent, signed, handed, dealer, dealerTold, device, sheet, taken, brought } = this;
    return { ...super.kept, sent, signed, handed, dealer, dealerTold, device, sheet, taken, brought };
  }

  // The phone may know of answers that a page from its own cache does not.
  adopt(kept) {
    const { sheet } = this;
    super.adopt(kept);
    const isNewer = this.sheet && this.sheet.seats && this.sheet.made_at > sheet.made_at;
    this.show(isNewer ? this.sheet : sheet);
  }

  // Where a row is: "typed" (on this page, and not yet on the phone's disk), "phone" (only here), "desk" (there),
  // "confirmed" (signed or handed in as it stands there), "conflict", or "" where nothing has been entered.
  whereIs(hand) {
    if (this.conflicts[hand]) return "conflict";
    const waiting = this.last(hand);
    if (waiting) return this.unkept.has(waiting.client_id) ? "typed" : "phone";
    const row = this.sheet.rows[hand];
    if (!row || !row.content) return "";
    const agreed = this.sheet.signing && this.sheet.signing.signed.length > 0;
    return agreed || this.sheet.state !== "open" ? "confirmed" : "desk";
  }

  atDesk(hand) {
    return ["desk", "confirmed"].includes(this.whereIs(hand));
  }

  rulingsOf(hand) {
    return this.sheet.rulings.filter((ruling) => ruling.hand === hand);
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

  post(name, body) {
    return ask(this.page.urls[name], {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, device: this.device, sheet: this.page.sheet_key }),
    });
  }

  async sendAll() {
    return (!this.dealer || (await this.sendDealer())) && super.sendAll();
  }

  async sendDealer() {
    const said = this.dealer;
    const answer = await this.tell(() => this.post("first_dealer", said));
    if (!this.hear(answer)) return false;
    if (this.dealer === said) this.dealer = null;
    this.refusals.dealer = answer.body.message;
    if (answer.body.sheet) this.take(answer.body.sheet);
    this.changed();
    return true;
  }

  // Where the desk knows less than it has confirmed to this phone, as after a copy of this morning was put back, the
  // phone says it again with the same mark.
  take(sheet) {
    if (!sheet.first_dealer && this.dealerTold && !this.dealer) this.dealer = { wind: this.dealerTold, seen: "" };
    if (sheet.first_dealer) this.dealerTold = sheet.first_dealer;
    this.show(sheet);
    this.noteHandIn(sheet);
    for (const [key, { client_id, content, version }] of Object.entries(this.sent)) {
      const hand = Number(key);
      if (this.version(hand) >= version) continue;
      delete this.sent[key];
      if (this.last(hand)) continue;
      this.outbox.push({ client_id, hand, content, based_on: this.version(hand), after: null });
    }
    super.take(sheet);
  }

  // When the desk had this sheet, and what this phone said as it handed it in; nothing of it where another one did.
  noteHandIn({ state, handed_in }) {
    if (state === "open" || !handed_in || (this.handed && this.handed.at >= handed_in.at)) return;
    this.handed = { at: handed_in.at, body: this.handing || null };
    this.handing = null;
  }

  // The hand that won the match outright: as the desk says, which knows of rulings; by the rows on this phone while it
  // has not had them all.
  get wonWith() {
    if (!this.outbox.length) return this.sheet.won_with;
    const won = this.page.hands.find((hand) => {
      const content = this.content(hand.hand);
      return winsMatch(content, content && this.page.contracts[content.contract]) && !this.rulingsOf(hand.hand).length;
    });
    return won ? won.hand : null;
  }

  // Those of the match: after the one that won it only what was written all the same.
  get hands() {
    const last = this.wonWith;
    return this.page.hands.filter((hand) => !last || hand.hand <= last || this.content(hand.hand));
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
      if (!answer.status) this.triedAt = null;
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

  async look() {
    if (this.dealer) await this.send();
    else if (this.sending || this.outbox.length || !(await this.giveBack())) await super.look();
  }

  // Something that is done at the desk or not at all: no row is written by it. A missing answer has status 0. It is
  // told once the phone will remember it; `note` notes what else is to be remembered of it.
  async act(name, body, note = () => {}) {
    const answer = await this.tell(() => this.post(name, body));
    if (answer.body && answer.body.sheet) this.take(answer.body.sheet);
    const heard = this.hear(answer);
    if (heard && answer.status === 200) note(answer.body);
    this.changed();
    await this.written;
    return heard ? answer : NO_ANSWER;
  }

  async handIn(withProblems, seen, captain, otherPaper) {
    if (!(await this.send())) return NO_ANSWER;
    this.handing = { with_problems: withProblems, seen: seen, captain: captain || null };
    if (otherPaper) this.handing.other_paper = true;
    return this.act("hand_in", this.handing);
  }

  // The proof kept gives just this signature back: the code belongs to the player who signed.
  sign(wind, seen, code) {
    return this.act("sign", { wind: wind, seen: seen, own_code: code }, ({ proof }) => {
      this.signed[wind] = { seen: seen, proof: proof };
    });
  }
}
