// The score sheet at the desk, by keyboard alone: what is typed is kept here, sent when a row is left, and shown as the
// server has it. Beside it: keys.js (digits), row.js, cursor.js, figures.js, outbox.js.
import "../desk.js";
import { held } from "../../press.js";
import { Cursor } from "./cursor.js";
import { endQuestion, showConflict, showRow, showSheet } from "./figures.js";
import { ask, Outbox } from "./outbox.js";
import { go, Row, unpropose } from "./row.js";

const POLL_EVERY = 4000;

class Sheet {
  constructor(page, form) {
    this.page = page;
    this.form = form;
    this.texts = page.texts;
    this.stamp = page.stamp;
    this.trouble = document.getElementById("sheet-trouble");
    this.saved = document.getElementById("sheet-saved");
    this.rows = Array.from(form.querySelectorAll("tr[data-hand]"), (tr) => new Row(tr, page));
    this.outbox = new Outbox(page.key, page.urls.rows, this, { paper: page.paper });
    this.cursor = new Cursor(this);
  }

  rowOf(el) {
    return this.rows.find((row) => row.tr.contains(el));
  }

  byHand(hand) {
    return this.rows.find((row) => row.number === String(hand));
  }

  // --- what becomes of a row that was sent: the outbox says so

  say(sentence) {
    this.trouble.hidden = false;
    this.trouble.textContent = sentence;
  }

  inTrouble(kind, hands) {
    this.say(this.texts[kind].replace("{hands}", hands.join(", ")));
    if (this.saved) this.saved.textContent = "";
  }

  settled() {
    const refused = this.rows.filter((row) => row.refused).map((row) => row.number);
    this.trouble.hidden = !refused.length;
    if (refused.length) this.say(this.texts.not_taken.replace("{hands}", refused.join(", ")));
    this.saved.textContent = this.rows.some((row) => row.refused || row.question) ? "" : this.texts.saved;
    // What kept the sheet from closing is of the rows before this one was saved; what still does stands at its row.
    for (const said of document.querySelectorAll("#messages .notice-error")) said.remove();
  }

  answered(hand, item, status, body) {
    const row = this.byHand(hand);
    if (status === 409) return this.conflict(row, item, body);
    endQuestion(row);
    row.refused = status >= 400 ? body.message : "";
    // Not taken: what was typed stays in the row, and here.
    if (status >= 400) this.outbox.draft(hand, item.values, row.known.version);
    else row.known = { version: body.version, values: item.values };
    this.take(body);
  }

  conflict(row, item, body) {
    this.outbox.draft(row.number, item.values, row.known.version);
    this.askWhich(row, item.values, body.current);
    this.take(body);
  }

  // Which of two versions is right; until somebody has said so, the row is not sent again. Where a third has come
  // meanwhile, it takes the place of the one that was read, and is read first.
  askWhich(row, mine, theirs) {
    row.question = mine;
    showConflict(row, mine, theirs.words, (keepsMine) => {
      const { now } = row;
      if (now.version > theirs.version) return this.askWhich(row, mine, { ...now, words: row.words(now.values) });
      endQuestion(row);
      if (keepsMine) {
        row.fill(mine);
        this.outbox.put(row.number, mine, theirs.version);
        return;
      }
      this.outbox.draft(row.number, null);
      row.known = { version: theirs.version, values: theirs.values };
      row.fill(theirs.values);
    });
  }

  // --- saving

  save(row) {
    for (const el of row.all) unpropose(el);
    if (this.page.blind) {
      this.keep(row);
      this.form.dispatchEvent(new CustomEvent("king:row-left"));
      return;
    }
    const waiting = this.outbox.items[row.number];
    const values = row.values();
    if (row.question && JSON.stringify(row.question) === JSON.stringify(values)) return;
    if (!this.page.editable || (waiting ? JSON.stringify(waiting.values) === JSON.stringify(values) : !row.changed))
      return;
    this.saved.textContent = this.texts.sending;
    this.outbox.put(row.number, values, row.known.version);
  }

  keep(row) {
    this.outbox.draft(row.number, row.changed ? row.values() : null, row.known.version);
  }

  // What stands there now: somebody else may have written it while this was being typed.
  putBack(row) {
    row.refused = "";
    endQuestion(row);
    if (row.now) row.known = { version: row.now.version, values: row.now.values };
    row.fill(row.known.values);
    this.outbox.draft(row.number, null);
  }

  takeUp(values) {
    for (const [hand, each] of Object.entries(values)) {
      const row = this.byHand(hand);
      row.fill(each);
      this.save(row);
    }
  }

  // Everything sent and taken; where a row was not, the cursor goes there.
  async saveAll() {
    if (this.outbox.hands().length && !(await this.outbox.send())) return false;
    const open = this.rows.find(isOpen);
    if (open) go(open.counts[0]);
    if (open && open.question) this.say(this.texts.conflict.replace("{hand}", open.number));
    return !open;
  }

  // The figures as the server has them; a row that somebody is typing in keeps what was typed.
  take(body) {
    this.stamp = body.stamp;
    for (const field of document.querySelectorAll("[name=seen]")) field.value = body.seen;
    for (const row of this.rows) {
      const now = body.sheet.rows[row.number];
      row.now = now;
      if (!this.outbox.items[row.number]) {
        const typed = row.changed;
        if (!typed || now.version === row.known.version) row.known = { version: now.version, values: now.values };
        if (!typed) row.fill(now.values);
      }
      if (!row.changed) row.refused = "";
      showRow(row, now, (values) => this.takeUp(values));
    }
    showSheet(this.form, body.sheet);
    if (body.state !== this.page.state) this.elsewhere();
  }

  elsewhere() {
    const beside = Array.from(
      document.querySelectorAll("main input, main textarea"),
      (el) => !this.form.contains(el) && el.value !== el.defaultValue,
    );
    if (!this.outbox.hands().length && !this.rows.some((row) => row.changed) && !beside.includes(true))
      window.location.reload();
    this.say(this.texts.elsewhere);
  }

  async poll() {
    if (!this.outbox.hands().length && !document.hidden) {
      const query = "?paper=" + this.page.paper + "&stamp=" + encodeURIComponent(this.stamp);
      const answer = await ask(this.page.urls.state + query, {});
      // While something is pressed nothing is put in its place; the next answer says the same.
      const free = !this.outbox.hands().length && !held();
      if (answer.status === 200 && answer.body && free) this.take(answer.body);
    }
    window.setTimeout(() => this.poll(), POLL_EVERY);
  }

  // What was typed here and has not arrived, back in its rows.
  restore() {
    const back = [];
    for (const [hand, kept] of Object.entries({ ...this.outbox.drafts, ...this.outbox.items })) {
      const row = this.byHand(hand);
      if (!row || !this.page.editable) continue;
      row.fill(kept.values);
      if (row.changed) back.push(hand);
      else this.outbox.draft(hand, null);
      const version = kept.version === undefined ? kept.based_on : kept.version;
      if (version !== null && version < row.known.version) row.known.version = version;
    }
    if (back.length) this.say(this.texts.restored.replace("{hands}", back.join(", ")));
    if (this.outbox.hands().length) this.outbox.send();
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
      if (row && !row.tr.contains(event.relatedTarget)) this.save(row);
      // What lies over the next row is put away by who goes on.
      const odd = event.target.closest(".row-odd[open]");
      if (odd && event.relatedTarget && !odd.contains(event.relatedTarget)) odd.open = false;
    });
    form.addEventListener("submit", (event) => {
      for (const row of this.rows) this.save(row);
      if (this.page.blind) return;
      event.preventDefault();
      this.outbox.send();
    });
    for (const button of form.querySelectorAll("[data-proposal]")) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        this.takeUp(JSON.parse(button.dataset.proposal));
      });
    }
    for (const step of document.querySelectorAll("form[data-needs-saved]")) this.holdBack(step);
    for (const link of document.querySelectorAll("a[data-key]")) this.leaveBy(link);
    document.addEventListener("click", closeStory, true);
  }

  onInput(event) {
    const row = this.rowOf(event.target);
    if (!row) return;
    if (event.target === row.fields.contract) row.fit();
    if (event.inputType === "insertText") this.cursor.anew(row, event.target);
    if (event.target.tagName === "INPUT") this.cursor.typed(row, event.target);
    if (document.activeElement && this.rowOf(document.activeElement) === row) this.keep(row);
  }

  // A step of the sheet waits until everything is saved, and is not taken over a row that was refused.
  holdBack(step) {
    step.addEventListener("submit", async (event) => {
      for (const row of this.rows) this.save(row);
      if (!this.outbox.hands().length && !this.rows.some(isOpen)) return;
      event.preventDefault();
      const button = event.submitter;
      if (await this.saveAll()) step.requestSubmit(button);
    });
  }

  leaveBy(link) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      for (const row of this.rows) this.save(row);
      if (!this.outbox.hands().length) return;
      event.preventDefault();
      if (await this.saveAll()) window.location.assign(link.href);
    });
  }

  // The first empty cell; where nothing is empty, the first row to be put right, or the step that comes next.
  begin() {
    this.listen();
    this.restore();
    if (this.page.editable && window.matchMedia("(pointer: fine)").matches) {
      const open = this.rows.find((row) => !row.full);
      const wrong = this.rows.find((row) => row.tr.classList.contains("row-wrong"));
      if (open) go(open.flow.find((el) => el.value.trim() === ""));
      else go(wrong ? wrong.flow[0] : document.getElementById("close-sheet"));
    }
    if (!this.page.blind) window.setTimeout(() => this.poll(), POLL_EVERY);
  }
}

// Typed, and not at the server as it was typed.
function isOpen(row) {
  return (row.refused && row.changed) || row.question;
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
const form = document.getElementById("sheet");
export const sheet = source && form ? new Sheet(JSON.parse(source.textContent), form) : null;
if (sheet) sheet.begin();
