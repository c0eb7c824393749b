// The score sheet at the desk, by keyboard alone: what is typed is kept here, sent when a row is left, and shown as the
// server has it. Beside it: keys.js (digits), row.js, cursor.js, figures.js.
import "../desk.js";
import { showClock } from "../../countdown.js";
import { Drawer } from "../../drawer.js";
import { ask, Outbox, sameContent } from "../../outbox.js";
import { held } from "../../key_guard.js";
import { Cursor, ignoreOneEnter } from "./cursor.js";
import { endQuestion, showConflict, showRow, showSheet } from "./figures.js";
import { go, Row, unpropose } from "./row.js";

const POLL_EVERY = 4000;
const NOTHING_NEW = { status: 204, body: null };

// The cookie, not the page's own copy: signing in again in another tab changes it.
export function csrfToken() {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : field ? field.value : "";
}

// How rows and news come and go; `paper` says whether units or points are typed.
function lineTo({ urls, paper }) {
  return {
    every: POLL_EVERY,
    rest: POLL_EVERY,
    send({ hand, client_id, based_on, content }) {
      const base = based_on === null ? {} : { based_on: based_on };
      const body = new URLSearchParams({ hand, client_id, paper, ...base, ...content });
      return ask(urls.rows, { method: "POST", body: body, headers: { "X-CSRFToken": csrfToken() } });
    },
    // While something is pressed nothing is put in its place; the next answer says the same.
    async news(stamp) {
      if (document.hidden) return NOTHING_NEW;
      const answer = await ask(urls.state + "?paper=" + paper + "&stamp=" + encodeURIComponent(stamp), {});
      return held() ? NOTHING_NEW : answer;
    },
  };
}

// Rows that older versions of the scripts have left in the browser come along; the oldest kept one row a hand.
function drawerOf(key) {
  const oldest = key.replace("king:desk:", "king-desk:");
  return new Drawer(key, [
    [oldest, ofOneRowAHand],
    [key, (kept) => kept],
  ]);
}

function ofOneRowAHand({ items, drafts }) {
  const rows = Object.entries(items).map(([hand, { values, ...marks }]) => ({
    hand,
    content: values,
    after: null,
    ...marks,
  }));
  const begun = Object.entries(drafts).map(([hand, { values, version }]) => [hand, { content: values, base: version }]);
  return { outbox: rows, drafts: Object.fromEntries(begun) };
}

class Sheet {
  constructor(page, form) {
    this.page = page;
    this.form = form;
    this.texts = page.texts;
    this.trouble = document.getElementById("sheet-trouble");
    this.saved = document.getElementById("sheet-saved");
    this.rows = Array.from(form.querySelectorAll("tr[data-hand]"), (tr) => new Row(tr, page));
    this.store = new Outbox(drawerOf(page.key), lineTo(page), page.sheet);
    this.shown = page.sheet;
    this.isSending = false;
    this.isLeaving = false; // Whether a step of the sheet was pressed, and leads to another page.
    this.cursor = new Cursor(this);
  }

  // The first field of the first red row.
  get firstWrong() {
    return this.rows.find((row) => row.isWrong)?.flow[0];
  }

  rowOf(el) {
    return this.rows.find((row) => row.tr.contains(el));
  }

  // --- what becomes of what was typed

  say(sentence) {
    this.trouble.hidden = false;
    this.trouble.textContent = sentence;
  }

  sayOfHands(kind, hands) {
    this.say(this.texts[kind].replace("{hands}", hands.join(", ")));
  }

  draw() {
    const { store } = this;
    const isNew = store.sheet !== this.shown;
    this.shown = store.sheet;
    for (const row of this.rows) this.drawRow(row, isNew);
    if (isNew) {
      for (const field of document.querySelectorAll("[name=seen]")) field.value = store.sheet.seen;
      showSheet(this.form, store.sheet);
      for (const clock of document.querySelectorAll(".clock")) showClock(clock, store.sheet.clock);
    }
    this.drawTrouble();
    if (this.cursor.hasEnded && !store.outbox.length) this.endOnWrong();
    const { state, first_dealer } = this.page.sheet;
    if (store.sheet.state !== state || store.sheet.first_dealer !== first_dealer) this.elsewhere();
  }

  // The last row may be the wrong one, which its answer says.
  endOnWrong() {
    this.cursor.hasEnded = false;
    if (document.activeElement === document.getElementById("close-sheet")) go(this.firstWrong);
  }

  // The figures as the server has them; a row that somebody is typing in keeps what was typed.
  drawRow(row, isNew) {
    const { store } = this;
    const { number } = row;
    const now = store.sheet.rows[number];
    const sent = store.sent[number];
    if (sent && sent.version > row.known.version) row.known = { version: sent.version, values: sent.content };
    if (isNew && !store.last(number)) {
      const typed = row.changed;
      if (!typed || now.version === row.known.version) row.known = { version: now.version, values: now.content };
      if (!typed) row.fill(now.content);
    }
    if (!row.changed) delete store.refusals[number];
    row.refused = store.refusals[number] || "";
    if (isNew) showRow(row, now, (values) => this.takeUp(values));
    const both = store.conflicts[number];
    if (!both) endQuestion(row);
    else if (!row.question || !sameContent(row.question.mine, both.mine)) this.askWhich(row, both);
  }

  drawTrouble() {
    const { outbox, waiting, online, unheard, storageFails } = this.store;
    const hands = [...new Set(waiting.map((item) => item.hand))];
    const isOut = hands.length > 0 && !online;
    if (storageFails) this.say(this.texts.no_storage);
    if (isOut) this.sayOfHands(unheard > 0 && unheard < 500 ? "signed_out" : "waiting", hands);
    if (isOut && this.saved) this.saved.textContent = "";
    if (this.isSending && !outbox.length) this.settled();
    this.isSending = outbox.length > 0;
  }

  settled() {
    const refused = this.rows.filter((row) => row.refused).map((row) => row.number);
    this.trouble.hidden = !refused.length;
    if (refused.length) this.sayOfHands("not_taken", refused);
    this.saved.textContent = this.rows.some((row) => row.refused || row.question) ? "" : this.texts.saved;
    // These errors are older than the row just saved; the ones that remain stand at their rows.
    for (const said of document.querySelectorAll("#messages .notice-error")) said.remove();
  }

  // Which of two versions is right; until somebody has said so, the row is not sent again. Where a third has come
  // meanwhile, it takes the place of the one that was read, and is read first.
  askWhich(row, both) {
    const { mine, theirs } = both;
    row.question = both;
    showConflict(row, mine, theirs.words || row.words(theirs.content), (keepsMine) => {
      this.store.choose(row.number, keepsMine, both);
      const other = this.store.conflicts[row.number];
      if (other) return this.askWhich(row, other);
      if (!keepsMine) row.known = { version: theirs.version, values: theirs.content };
      if (!keepsMine) this.store.dropDraft(row.number);
      row.fill(keepsMine ? mine : theirs.content);
    });
  }

  // --- saving

  save(row) {
    for (const el of row.all) unpropose(el);
    const values = row.values();
    const waiting = this.store.last(row.number);
    const both = this.store.conflicts[row.number];
    const isNew = waiting ? !sameContent(waiting.content, values) : row.changed;
    if (!this.page.editable || !isNew || (both && sameContent(both.mine, values))) return;
    this.saved.textContent = this.texts.sending;
    this.store.enter(row.number, values, row.known.version);
  }

  keep(row) {
    if (row.changed) this.store.keepDraft(row.number, { content: row.values(), base: row.known.version });
    else this.store.dropDraft(row.number);
    if (this.store.storageFails) this.say(this.texts.no_storage);
  }

  // The row of the desk: somebody else may have written it while this one was being typed.
  putBack(row) {
    const { version, content } = this.store.sheet.rows[row.number];
    delete this.store.refusals[row.number];
    delete this.store.conflicts[row.number];
    row.refused = "";
    endQuestion(row);
    if (content) row.known = { version: version, values: content };
    row.fill(row.known.values);
    this.store.dropDraft(row.number);
  }

  takeUp(values) {
    for (const [hand, typed] of Object.entries(values)) {
      const row = this.rows.find(({ number }) => number === hand);
      row.fill(typed);
      this.save(row);
    }
  }

  // Everything sent and taken; where a row was not, the cursor goes there.
  async saveAll() {
    if (!(await this.store.send())) return false;
    const open = this.rows.find((row) => this.isOpen(row));
    if (open) go(open.counts[0]);
    if (open && this.store.conflicts[open.number]) this.say(this.texts.conflict.replace("{hand}", open.number));
    return !open;
  }

  // Typed, and not at the server as it was typed.
  isOpen(row) {
    return (this.store.refusals[row.number] && row.changed) || this.store.conflicts[row.number];
  }

  elsewhere() {
    if (this.isLeaving) return; // The change is this page's own step; its answer is on the way.
    const beside = Array.from(
      document.querySelectorAll("main input, main textarea"),
      (el) => !this.form.contains(el) && el.value !== el.defaultValue,
    );
    if (!this.store.outbox.length && !this.rows.some((row) => row.changed) && !beside.includes(true))
      window.location.reload();
    this.say(this.texts.elsewhere);
  }

  // Text typed here that has not arrived, back in its rows.
  restore() {
    const { store } = this;
    const back = [];
    for (const row of this.page.editable ? this.rows : []) {
      const { number } = row;
      const waiting = store.last(number);
      const both = store.conflicts[number];
      const kept = store.draft(number) || waiting || (both && { content: both.mine });
      const isTyped = row.changed && this.rowOf(document.activeElement) === row; // Since the page is there.
      if (!kept || isTyped) continue;
      row.fill(kept.content);
      if (row.changed) back.push(number);
      else store.dropDraft(number);
      const base = kept === waiting ? waiting.based_on : kept.base;
      if (Number.isInteger(base) && base < row.known.version) row.known.version = base;
    }
    if (back.length) this.sayOfHands("restored", back);
    this.draw();
    // What is whole is sent: it is taken, or the reason why not is said beside it.
    for (const row of this.rows) if (back.includes(row.number) && row.full) this.save(row);
    if (store.outbox.length) store.send();
  }

  // --- listening

  listen() {
    const form = this.form;
    form.addEventListener("keydown", (event) => this.cursor.onKey(event));
    form.addEventListener("input", (event) => this.onInput(event));
    form.addEventListener("focusin", (event) => {
      if (event.target.select && event.target.dataset.field) event.target.select();
    });
    form.addEventListener("focusout", (event) => {
      const row = this.rowOf(event.target);
      const other = event.relatedTarget;
      if (row && !row.tr.contains(other) && !(other && other.closest("[data-rereads]"))) this.save(row);
      // The box lies over the next row, so it closes when the typist goes on.
      const odd = event.target.closest(".row-odd[open]");
      if (odd && event.relatedTarget && !odd.contains(event.relatedTarget)) odd.open = false;
    });
    form.addEventListener("submit", (event) => {
      for (const row of this.rows) this.save(row);
      event.preventDefault();
      this.store.send();
    });
    for (const button of form.querySelectorAll("[data-proposal]")) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        this.takeUp(JSON.parse(button.dataset.proposal));
      });
    }
    for (const step of document.querySelectorAll("form[data-needs-saved]")) this.holdBack(step);
    for (const step of document.querySelectorAll("form[data-rereads]")) this.reread(step);
    for (const link of document.querySelectorAll("a[data-key]")) this.leaveBy(link);
    document.addEventListener("click", closeStory, true);
  }

  onInput(event) {
    const row = this.rowOf(event.target);
    if (!row) return;
    if (event.target === row.fields.contract) row.fit();
    if (event.inputType === "insertText") this.cursor.anew(row, event.target);
    if (event.target.tagName === "INPUT") this.cursor.typed(row, event.target);
    this.cursor.cameFrom(event.target);
    if (document.activeElement && this.rowOf(document.activeElement) === row) this.keep(row);
  }

  // A step of the sheet waits until everything is saved, and is not taken over a row that was refused.
  holdBack(step) {
    step.addEventListener("submit", async (event) => {
      for (const row of this.rows) this.save(row);
      this.isLeaving = !this.store.outbox.length && !this.rows.some((row) => this.isOpen(row));
      if (this.isLeaving) return;
      event.preventDefault();
      const button = event.submitter;
      if (await this.saveAll()) step.requestSubmit(button);
    });
  }

  // Another kind of paper: a row that was typed and not taken is read as that one's. A row that was taken stays as it is,
  // unless the typist says that it was the other kind.
  reread(step) {
    let isMoved = false;
    step.addEventListener("submit", async (event) => {
      const button = event.submitter;
      if (isMoved || button.value === this.page.paper) return;
      event.preventDefault();
      for (const row of this.rows) if (row.known.version) this.save(row);
      if (!(await this.store.send())) return;
      isMoved = await this.moveTo(
        this.page.keys[button.value],
        this.rows.filter((row) => row.changed || row.isOther),
      );
      if (isMoved) window.setTimeout(() => step.requestSubmit(button)); // Not while this submission is being told.
    });
  }

  // Whether the drawer of that name has kept the rows: then this page's own forgets them.
  async moveTo(key, rows) {
    if (!rows.length) return true;
    const { store } = this;
    const drawer = drawerOf(key);
    const kept = { drafts: {}, ...(await drawer.read()) };
    for (const row of rows) kept.drafts[row.number] = { content: row.values(), base: row.known.version };
    const isKept = await drawer.write(kept);
    if (!isKept) this.say(this.texts.no_storage);
    else for (const row of rows) delete store.conflicts[row.number];
    if (isKept) for (const row of rows) store.dropDraft(row.number);
    return isKept;
  }

  leaveBy(link) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      for (const row of this.rows) this.save(row);
      if (!this.store.outbox.length) return;
      event.preventDefault();
      if (await this.saveAll()) window.location.assign(link.href);
    });
  }

  begin() {
    this.listen();
    this.store.listen(() => this.draw());
    this.go();
    const { activeElement } = document;
    this.store.open().then(() => {
      this.restore();
      const isTyping = document.activeElement !== activeElement || this.rowOf(activeElement)?.changed;
      if (!isTyping) this.go();
    });
    window.setTimeout(() => this.store.poll(), POLL_EVERY);
  }

  // To the first empty cell; where nothing is empty, or a step was refused, to the first row to be put right, or the step
  // that comes next. Under a finger it would open the keyboard over the sheet; where no mouse is known there are keys.
  go() {
    if (!this.page.editable || window.matchMedia("(pointer: coarse)").matches) return;
    const isRefused = document.querySelector("#messages .notice-error") !== null;
    const open = this.rows.find((row) => !row.full);
    const empty = open && open.flow.find((el) => el.value.trim() === "");
    const wrong = this.firstWrong;
    const asked = new URLSearchParams(window.location.search);
    const first = asked.has("open") && this.rows[0].flow[0];
    go((isRefused && wrong) || empty || wrong || first || document.getElementById("close-sheet"));
    // Another sheet was just closed: the Enter of a hand that presses it twice is not for this one.
    if (asked.has("closed")) ignoreOneEnter(document.activeElement);
  }
}

// A second press on a row's "why" closes it again.
function closeStory(event) {
  const link = event.target.closest("[data-story]");
  if (!link) return;
  const open = link.getAttribute("aria-expanded") === "true";
  link.setAttribute("aria-expanded", String(!open));
  if (!open) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById("story-" + link.dataset.story).replaceChildren();
}

const source = document.getElementById("sheet-page");
const grid = document.getElementById("sheet");
export const sheet = source && grid ? new Sheet(JSON.parse(source.textContent), grid) : null;
if (sheet) sheet.begin();
