// One hand of the sheet: its fields, what its contract counts, what stood in it when the server last answered.
import { numberOf, textOf } from "./keys.js";

const isThere = (el) => !el.closest("[data-for][hidden]");
const SIGNS = { lost: "\u2212", won: "+", either: "\u00b1" };

export class Row {
  constructor(tr, page) {
    this.tr = tr;
    this.page = page;
    this.number = tr.dataset.hand;
    this.hand = page.hands[this.number];
    this.fields = Object.fromEntries(Array.from(tr.querySelectorAll("[data-field]"), (el) => [el.dataset.field, el]));
    this.notes = tr.parentElement.querySelector('[data-notes="' + this.number + '"]');
    this.refused = "";
    this.isOther = false; // Whether its figures were said to be those of the other kind of paper.
    this.question = null; // The two versions of the row between which somebody has to choose.
    this.fit();
    this.known = { version: page.sheet.rows[this.number].version, values: this.values() };
  }

  // The contract of the hand, "" while it is not chosen.
  get code() {
    return this.hand.contract || (this.fields.contract ? this.fields.contract.value : "");
  }

  // The counts of the contract; of a hand that is not chosen yet, those of the sheet's columns.
  get rule() {
    const contract = this.page.contracts[this.code];
    if (!contract) return { units: null, most: this.page.most, columns: this.page.columns, step: 1 };
    const points = this.page.paper === "points" ? contract.points : null;
    if (!points) return { ...contract, step: 1 };
    const own = {
      columns: contract.columns,
      units: points.total,
      most: points.most,
      step: points.step,
      sign: points.sign,
    };
    if (
      this.is("direction", "down") ||
      this.is("polarity", "null") ||
      (this.fields.blind && isThere(this.fields.blind) && this.fields.blind.value)
    ) {
      return { ...own, units: null, most: Infinity, sign: "" };
    }
    const sold = this.fields.buyer && isThere(this.fields.buyer) && this.fields.buyer.value !== "";
    const price = sold ? numberOf(this.fields.price.value) || 0 : 0;
    return sold ? { ...own, most: points.most + price * (points.step || 1), free: true } : own;
  }

  // Whether what is typed here is points, on a paper that has points.
  get inPoints() {
    const contract = this.page.contracts[this.code];
    return this.page.paper === "points" && (!contract || contract.points !== null);
  }

  // Whether these figures add up as those of the other kind of paper.
  get fitsOther() {
    const contract = this.page.contracts[this.code];
    if (!contract || !contract.points) return false;
    const whole = this.page.paper === "points" ? contract.units : contract.points.total;
    const isPlain = this.texts.every((text) => /^\d+$/.test(text.trim()));
    return isPlain && this.texts.reduce((sum, text) => sum + Number(text), 0) === whole;
  }

  get isWrong() {
    return this.tr.classList.contains("row-wrong");
  }

  // Whether a player took so many tricks that the match ends here.
  get winsMatch() {
    const { wins } = this.page.contracts[this.code] || {};
    if (!wins || this.inPoints) return false;
    const counts = this.texts.map(Number);
    const most = Math.max(...counts);
    return most >= wins && counts.filter((count) => count === most).length === 1;
  }

  is(name, value) {
    return name in this.fields && isThere(this.fields[name]) && this.fields[name].value === value;
  }

  get counts() {
    return this.rule.columns.map((column) => this.fields[column]).filter((el) => el && isThere(el));
  }

  // Fields that the chosen contract has no use for are put away; what was in them is not sent.
  fit() {
    for (const el of this.tr.querySelectorAll('[data-for]:not([data-for=""])')) {
      const sides = this.page.columns.includes(el.dataset.field);
      el.hidden = this.code
        ? !el.dataset.for.split(" ").includes(this.code)
        : el.tagName === "INPUT" && el.dataset.field !== "price"
          ? !sides
          : true;
    }
    const sign = this.tr.querySelector("[data-sign]");
    if (!sign) return;
    const contract = this.page.contracts[this.code];
    const kind = !contract ? "" : contract.points ? contract.points.sign : "counted";
    sign.textContent = SIGNS[kind] || (kind && this.page.texts.sign_counted_short) || "";
    sign.title = kind ? this.page.texts["sign_" + kind] : "";
  }

  get flow() {
    return [this.fields.contract, this.fields.trump, ...this.counts].filter((el) => el && isThere(el));
  }

  get all() {
    const others = Object.values(this.fields).filter((el) => isThere(el) && !this.flow.includes(el));
    return [...this.flow, ...others];
  }

  get texts() {
    return this.counts.map((el) => el.value);
  }

  values() {
    return Object.fromEntries(
      Object.entries(this.fields).map(([name, el]) => [name, isThere(el) ? el.value.trim() : ""]),
    );
  }

  get changed() {
    const now = this.values();
    return Object.keys(now).some((name) => now[name] !== (this.known.values[name] || ""));
  }

  get full() {
    return this.counts.every((el) => el.value.trim() !== "");
  }

  fill(values) {
    for (const [name, el] of Object.entries(this.fields)) {
      const value = values[name] || "";
      if (el.value !== value) el.value = value;
      unpropose(el);
    }
    this.fit();
  }

  words(values) {
    const names = this.page.names;
    const counts = Object.keys(names)
      .filter((column) => values[column])
      .map((column) => names[column] + " " + values[column]);
    const more = ["contract", "trump", "buyer", "price"]
      .filter((name) => name in this.fields)
      .map((name) => values[name])
      .filter(Boolean);
    return [...counts, ...more].join(", ") || this.page.texts.empty;
  }
}

// The only count left, offered: it looks different until somebody takes it.
export function propose(el, count, title) {
  el.value = textOf(count);
  el.dataset.proposed = "";
  el.title = title;
}

export function unpropose(el) {
  if ("proposed" in el.dataset) {
    delete el.dataset.proposed;
    el.removeAttribute("title");
  }
}

export const isOpen = (el) => el.value.trim() === "" || "proposed" in el.dataset;

export function go(el) {
  if (!el) return;
  el.focus();
  if (el.select) el.select();
}
