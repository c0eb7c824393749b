// The keys of one hand: winds, numbers, trump, sale, further fields; and the one button under them.
import { sameContent } from "../outbox.js";
import { badge, h, suitSign } from "./elements.js";
import { cardKey, oddKeys } from "./special_rows.js";
import {
  contentOf,
  countedByTaps,
  countUnits,
  emptyRow,
  isHidden,
  missingInWords,
  notPlayed,
  oneEach,
  openColumns,
  proposalFor,
  rowFromContent,
  rowIsFull,
} from "./row.js";

export class Keys {
  // `done(hand, content)` is called when the row is to be kept; `redraw()` when something on the page has changed.
  constructor(page, store, redraw, done) {
    this.page = page;
    this.store = store;
    this.redraw = redraw;
    this.done = done;
  }

  open(hand) {
    this.hand = hand;
    this.explained = "";
    this.overlay = null;
    this.steps = []; // Counts before each tap, so that they are taken back one by one,
    this.cleared = null; // and the row that was emptied at once.
    const draft = this.store.draft(hand.hand);
    const content = this.store.content(hand.hand);
    this.before = content;
    this.players = this.store.sheet.seats.players;
    this.typed = Boolean(draft);
    this.base = draft && draft.base !== undefined ? draft.base : this.store.version(hand.hand);
    if (draft && draft.units) {
      this.row = draft;
    } else {
      const kept = draft ? draft.content : content;
      const code = hand.contract || (kept && kept.contract);
      this.row = rowFromContent(hand, this.page.contracts[code] || null, kept);
    }
    this.choosing = !this.row.contract;
    this.active = this.firstOpen();
  }

  // Somebody else has changed the hand that is open here. Where nothing was typed over it, it is simply shown; what
  // was typed stays, and both are shown once it is sent.
  refresh() {
    if (this.typed || this.overlay || sameContent(this.store.content(this.hand.hand), this.before)) return;
    this.open(this.hand);
  }

  // The page's facts of this row's contract; null until one was chosen.
  get keys() {
    return this.page.contracts[this.row.contract] || null;
  }

  firstOpen() {
    return openColumns(this.row)[0] || (this.keys ? this.keys.columns[0] : null);
  }

  get taps() {
    return countedByTaps(this.keys);
  }

  // How many of these were told: with each the same keys ask for the next one.
  get told() {
    return this.choosing || !this.taps ? 0 : countUnits(this.row);
  }

  content() {
    return contentOf(this.row, this.hand, this.keys);
  }

  changed() {
    return !sameContent(this.content(), this.before);
  }

  touched(cleared = null) {
    this.typed = true;
    this.cleared = cleared;
    this.store.keepDraft(this.hand.hand, { ...this.row, base: this.base });
    this.redraw();
  }

  explain(reason) {
    this.explained = reason;
    this.redraw();
  }

  choose(code) {
    const extra = {};
    for (const key of ["partner", "card", "third"])
      if (this.row.extra[key] !== undefined) extra[key] = this.row.extra[key];
    if (code !== this.row.contract) {
      this.row = emptyRow(this.hand, this.page.contracts[code]);
      this.steps = [];
    }
    Object.assign(this.row.extra, extra);
    this.explained = "";
    this.active = this.firstOpen();
    this.choosing = this.hand.partners.length > 0 && !this.row.extra.partner;
    this.touched();
  }

  setExtra(key, value) {
    if (value === undefined) delete this.row.extra[key];
    else this.row.extra[key] = value;
    if (key === "partner" && this.row.contract) this.choosing = false;
    this.touched();
  }

  tapWind(column) {
    const units = this.row.units;
    if (this.taps) {
      this.note();
      if (countUnits(this.row) >= this.keys.units) for (const other of this.keys.columns) units[other] = null;
      units[column] = (units[column] || 0) + 1;
      if (countUnits(this.row) === this.keys.units) {
        for (const other of this.keys.columns) units[other] = units[other] || 0;
        if (!this.lacking().length) return this.keep();
      }
    } else {
      this.active = column;
    }
    this.touched();
  }

  note() {
    this.steps.push({ units: { ...this.row.units }, active: this.active });
  }

  tapNumber(count) {
    this.note();
    this.row.units[this.active] = count;
    const open = openColumns(this.row);
    if (open.length) this.active = open[0];
    this.touched();
  }

  // The last count; of a hand as it was opened all that stands in it, which can be put back.
  erase() {
    const step = this.steps.pop();
    if (step) {
      this.row.units = step.units;
      this.active = step.active;
      return this.touched();
    }
    const before = this.untouched ? this.cleared : this.row;
    this.putIn(emptyRow(this.hand, this.hand.contract ? this.page.contracts[this.hand.contract] : null), before);
  }

  // Cards that are dealt again: nothing is kept of the hand, which is chosen anew where it is chosen.
  dealtAgain() {
    this.steps = [];
    this.store.dropDraft(this.hand.hand);
    this.putIn(emptyRow(this.hand, this.hand.contract ? this.keys : null));
  }

  putIn(row, cleared = null) {
    this.row = row;
    this.choosing = !row.contract;
    this.active = this.firstOpen();
    this.touched(cleared);
  }

  acceptProposal() {
    const proposal = proposalFor(this.row, this.keys);
    for (const column of proposal ? proposal.columns : []) this.row.units[column] = proposal.count;
    this.keep();
  }

  keep() {
    this.store.dropDraft(this.hand.hand);
    this.done(this.hand, this.content(), this.base);
  }

  // Fields that the hand asks for and that are still empty, in words.
  lacking() {
    return this.keys.fields
      .filter((field) => field.missing && !isHidden(this.row, field) && this.row.extra[field.key] === undefined)
      .map((field) => field.missing);
  }

  // Where one plays with the dummy, its count is written with his.
  nameAt(column) {
    const alone = this.store.sheet.seats.alone[this.hand.chooser];
    return (alone && alone[column]) || this.page.seats[column].name;
  }

  // The points of the row beside the counts, where each count has its own: null while it is not at the desk as shown.
  pointsAtDesk() {
    const row = this.store.sheet.rows[this.hand.hand];
    if (!row || !row.points || this.changed() || !this.store.atDesk(this.hand.hand)) return null;
    return this.page.columns.every((column) => this.keys.columns.includes(column)) ? row.points : null;
  }

  windKeys() {
    const proposal = proposalFor(this.row, this.keys);
    const columns = this.keys.columns;
    const points = this.pointsAtDesk();
    return h(
      "div",
      {
        class: "phone-winds" + (this.taps ? " phone-winds-tap" : "") + (columns.length === 2 ? " phone-winds-two" : ""),
      },
      columns.map((column) => {
        const count = this.row.units[column];
        const proposed = proposal && proposal.columns.includes(column) && !this.taps;
        const shown = proposed ? String(proposal.count) + "?" : count === null ? "" : String(count);
        const active = !this.taps && column === this.active;
        return h(
          "button",
          {
            class: "phone-wind" + (active ? " is-active" : "") + (proposed ? " is-proposed" : ""),
            "data-column": column,
            "aria-pressed": active ? "true" : "false",
            onclick: () => this.tapWind(column),
          },
          badge(this.page, column),
          h("span", { class: "phone-name" }, this.nameAt(column)),
          h("span", { class: "phone-points num" }, points ? points[column] : ""),
          h("span", { class: "phone-count num" }, shown),
        );
      }),
    );
  }

  numberKeys() {
    if (this.taps) return null;
    const most = this.keys.most;
    const keys = [];
    for (let count = 0; count <= most; count += 1) {
      keys.push(
        h(
          "button",
          { class: "phone-number", "data-number": count, onclick: () => this.tapNumber(count) },
          String(count),
        ),
      );
    }
    const wide = most > 9 ? " phone-numbers-wide" : "";
    return h("div", { class: "phone-numbers" + wide, role: "group", "aria-label": this.keys.counted }, keys);
  }

  // The choices of a hand in one line, an odd key at its end; two of them stand below it.
  fieldKeys() {
    const fields = this.keys.fields.filter((field) => !isHidden(this.row, field));
    if (!fields.length && !this.keys.odd) return null;
    const choices = fields.map((field) => (field.suits ? cardKey(this, field) : this.choiceKeys(field)));
    const odd = this.keys.odd ? oddKeys(this).filter(Boolean) : [];
    if (odd.length < 2) return h("div", { class: "phone-fields" }, choices, odd);
    return [
      choices.length ? h("div", { class: "phone-fields" }, choices) : null,
      h("div", { class: "phone-fields phone-odd" }, odd),
    ];
  }

  choiceKeys(field) {
    const chosen = this.row.extra[field.key];
    return h(
      "div",
      { class: "phone-field", role: "group", "aria-label": field.title, style: "flex-grow: " + field.options.length },
      field.options.map((option) =>
        h(
          "button",
          {
            class: "phone-choice" + (chosen === option.value ? " is-chosen" : ""),
            "data-field": field.key,
            "data-value": String(option.value),
            "aria-pressed": chosen === option.value ? "true" : "false",
            "aria-label": option.label,
            onclick: () =>
              this.setExtra(field.key, chosen === option.value && !field.missing ? undefined : option.value),
          },
          option.suit ? suitSign(option.suit) : option.sign || option.label,
        ),
      ),
    );
  }

  get untouched() {
    const { units, extra } = this.row;
    return openColumns(this.row).length === Object.keys(units).length && !Object.keys(extra).length;
  }

  // The words over the button: the first thing that is still missing. An untouched hand is not scolded.
  words() {
    if (this.choosing)
      return this.explained || (this.row.contract ? this.page.texts.partner_missing : this.page.texts.choose_hand);
    const lacking = this.lacking();
    const missing = missingInWords(this.row, this.keys);
    const proposal = proposalFor(this.row, this.keys);
    if (this.untouched) return "";
    if (oneEach(this.row, this.keys)) return this.keys.one_each;
    if (proposal && !this.taps && proposal.columns.length > 1 && !lacking.length) return this.page.texts.check_rest;
    if (lacking.length) return lacking[0];
    return proposal && !this.taps ? this.page.texts.check_proposal : missing;
  }

  mainButton() {
    const texts = this.page.texts;
    const button = (label, act, filled, disabled, onclick) =>
      h(
        "button",
        {
          class: "btn btn-lg " + (filled ? "btn-primary" : "btn-outline-primary"),
          "data-act": act,
          disabled: disabled,
          onclick: onclick,
        },
        label,
      );
    if (this.choosing) return button(texts.choose, "choose", true, true, null);
    if (oneEach(this.row, this.keys))
      return button(texts.dealt_again, "dealt-again", true, false, () => this.dealtAgain());
    const proposal = !this.taps && !notPlayed(this.row) && proposalFor(this.row, this.keys);
    const lacking = this.lacking().length > 0;
    const full = rowIsFull(this.row);
    const right = full && !missingInWords(this.row, this.keys);
    if (proposal) {
      const [column, ...others] = proposal.columns;
      const label = others.length
        ? texts.accept_rest
        : texts.accept.replace("{wind}", this.page.seats[column].word).replace("{n}", String(proposal.count));
      return button(label, "accept", true, lacking, () => this.acceptProposal());
    }
    if (full && !this.changed()) return button(texts.next, "next", true, false, () => this.done(this.hand, null));
    if (right) return button(texts.keep, "keep", true, lacking, () => this.keep());
    // A check of ours may be wrong: a full row can always be kept as it is, and the desk sees the difference.
    if (full) return button(texts.keep_anyway, "keep-anyway", false, false, () => this.keep());
    return button(
      this.taps ? (this.keys.units > 1 ? texts.tap_winners : texts.tap_winner) : texts.enter_counts,
      "keep",
      true,
      true,
      null,
    );
  }
}
