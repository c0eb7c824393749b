// The cursor of the sheet: it goes from wind to wind by itself, and a row is saved when it is left.
import { limitAt, numberOf, readDigits, restAfter, textOf } from "./keys.js";
import { go, isOpen, propose, unpropose } from "./row.js";

export class Cursor {
  // `sheet` has the page, its rows, save(row) and keep(row).
  constructor(sheet) {
    this.sheet = sheet;
    this.page = sheet.page;
    this.arrived = null; // The field that the cursor has reached by itself.
    this.hasEnded = false; // Whether it has left the last row, and the answer to that row is still to come.
  }

  nextRow(row, step) {
    const rows = this.sheet.rows.filter((other) => !other.tr.hidden || other === row);
    this.sheet.save(row);
    const next = rows[rows.indexOf(row) + step];
    if (next && !(step > 0 && row.winsMatch)) return go(next.flow[0]);
    if (step <= 0) return;
    this.hasEnded = true;
    const close = document.getElementById("close-sheet");
    go(this.sheet.firstWrong || close);
  }

  // From a field that is whole to the one after it; what the rest must be is put there as a proposal.
  forward(row, el) {
    const place = row.counts.indexOf(el);
    if (place < 0) return go(row.flow[row.flow.indexOf(el) + 1] || row.counts[0]);
    unpropose(el);
    const after = row.counts.slice(place + 1);
    if (!after.length) return this.nextRow(row, 1);
    const rule = row.rule;
    const rest = restAfter(rule, row.texts, place);
    if (rest === 0 && !rule.free && after.every(isOpen)) {
      for (const cell of after) propose(cell, 0, this.page.texts.proposed);
      return go(after[0]);
    }
    const isSigned = rule.sign === "either" || rule.free;
    const fits = rest !== null && (rest >= 0 || isSigned) && Math.abs(rest) <= rule.most;
    if (after.length === 1 && fits && isOpen(after[0])) propose(after[0], rest, this.page.texts.proposed);
    return go(after[0]);
  }

  typed(row, el) {
    unpropose(el);
    const place = row.counts.indexOf(el);
    const isPrice = el === row.fields.price;
    if (place < 0 && !isPrice) return;
    if (el.value.startsWith("-")) el.value = textOf(el.value);
    const rule = row.rule;
    const limit = isPrice ? this.priceLimit(row) : limitAt(rule, row.texts, place);
    const reading = readDigits(el.value, limit, isPrice ? 1 : rule.step);
    if (reading === "wait") return;
    if (isPrice) return this.backFromPrice(row);
    if (reading === "go") {
      this.forward(row, el);
      // The row has completed itself: the Enter that a hand presses after it is not a second one.
      if (!row.tr.contains(document.activeElement)) ignoreOneEnter(document.activeElement);
      return;
    }
    el.value = reading[0];
    this.forward(row, el);
    const next = row.counts[place + 1];
    if (next && document.activeElement === next) {
      next.value = reading[1];
      this.typed(row, next);
    }
  }

  // A row that is whole, typed again from its first place: the others were of what stood there.
  anew(row, el) {
    const [first, ...others] = row.counts;
    if (el !== first || el.value.length !== 1 || others.some(isOpen)) return;
    for (const cell of others) cell.value = "";
  }

  // A digit for which nothing is left: the two digits before it were two counts, or it begins the next row.
  digitTooMany(row, el, key) {
    const place = row.counts.indexOf(el);
    const rule = row.rule;
    if (place < 1 || row.inPoints || rule.units === null || rule.free || !isOpen(el)) return false;
    const texts = row.texts;
    const digits = texts[place - 1];
    if (Number(key) <= limitAt(rule, texts, place)) return false;
    const left = limitAt(rule, texts, place - 1) - Number(digits[0]) - Number(digits[1]) - Number(key);
    const third = row.counts[place + 1];
    if (third && left >= 0 && split(row, place)) {
      this.put(row, third, key);
      return true;
    }
    return restAfter(rule, texts, place - 1) === 0 && this.onward(row, key);
  }

  put(row, el, text) {
    go(el);
    el.value = text;
    this.typed(row, el);
    this.sheet.keep(row);
  }

  // A key that a whole row cannot take begins the next row.
  onward(row, key) {
    const next = this.sheet.rows[this.sheet.rows.indexOf(row) + 1];
    const first = next && next.flow[0];
    if (!first) return false;
    const isCount = next.counts.includes(first);
    if (/\d/.test(key) ? !isCount : isCount || !(key in this.page.trumps)) return false;
    this.nextRow(row, 1);
    if (!isCount) return this.letter(next, first, key);
    this.put(next, first, key);
    this.anew(next, first);
    return true;
  }

  // A price is in tricks, whatever the counts are in.
  priceLimit(row) {
    return (this.page.contracts[row.code] || this.page).most;
  }

  backFromPrice(row) {
    go(row.counts.find(isOpen) || row.counts[0]);
  }

  letter(row, el, key) {
    if (el === row.fields.trump) {
      if (!(key in this.page.trumps)) return false;
      el.value = this.page.trumps[key];
      this.sheet.keep(row);
      go(row.counts[0]);
      return true;
    }
    if (
      row.counts.includes(el) &&
      row.fields.buyer &&
      !row.fields.buyer.closest("[data-for][hidden]") &&
      key in row.hand.buyers
    ) {
      row.fields.buyer.value = row.hand.buyers[key];
      this.sheet.keep(row);
      go(row.fields.price);
      return true;
    }
    return false;
  }

  // Signs and decimals are typed where there are points; in a hand that only costs a minus is not needed.
  mayType(row, el, key) {
    if (/\d/.test(key)) return true;
    if (!row.inPoints || !row.counts.includes(el)) return false;
    return /[,.]/.test(key) || (/[-+\u2212]/.test(key) && !(key !== "+" && row.rule.sign === "lost"));
  }

  // A sign behind a number that is whole begins the next place: after a "-3", "-" is the next loser of a Domino.
  signAfter(row, el, key) {
    const place = row.counts.indexOf(el);
    const isBehind = el.selectionStart === el.value.length && el.selectionEnd === el.value.length;
    if (!row.inPoints || place < 0 || !/[-+\u2212]/.test(key) || !isBehind || numberOf(el.value) === null) return false;
    const next = row.counts[place + 1];
    if (!next) return true;
    unpropose(el);
    go(next);
    if (this.mayType(row, next, key)) {
      next.value = textOf(key);
      this.typed(row, next);
      this.sheet.keep(row);
    }
    return true;
  }

  beside(row, el, step) {
    const next = row.all[row.all.indexOf(el) + step];
    if (next) go(next);
  }

  above(row, el, step) {
    const rows = this.sheet.rows;
    const name = el.dataset.field;
    let next = rows[rows.indexOf(row) + step];
    while (next && !next.fields[name]) next = rows[rows.indexOf(next) + step];
    if (next) go(next.fields[name]);
  }

  onKey(event) {
    const el = event.target;
    const row = el.dataset && el.dataset.field ? this.sheet.rowOf(el) : null;
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    // The space that a hand presses after a digit which has moved on already is not a second one.
    const hasArrived = this.arrived === el;
    this.arrived = null;
    if (hasArrived && event.key === " ") return event.preventDefault();
    const isSelect = el.tagName === "SELECT";
    const move = this.moves(row, el, isSelect)[event.key];
    if (move) {
      event.preventDefault();
      return move();
    }
    if (event.key.length !== 1) return;
    const key = event.key.toLowerCase();
    const taken = /\d/.test(key)
      ? this.digitTooMany(row, el, key)
      : this.letter(row, el, key) || this.signAfter(row, el, key) || (isWhole(row, el) && this.onward(row, key));
    // The page has keys of its own.
    if (!taken && (/[gjk]/.test(key) || isSelect)) return;
    if (taken || !this.mayType(row, el, key)) event.preventDefault();
    this.cameFrom(el);
  }

  cameFrom(el) {
    if (document.activeElement !== el) this.arrived = document.activeElement;
  }

  moves(row, el, isSelect) {
    return {
      Enter: () => this.enter(row, el),
      " ": isSelect ? null : () => this.goOn(row, el),
      Escape: row.changed ? () => this.escape(row, el) : null,
      ArrowDown: isSelect ? null : () => this.above(row, el, 1),
      ArrowUp: isSelect ? null : () => this.above(row, el, -1),
      ArrowRight: atEdge(el, true) || isSelect ? () => this.beside(row, el, 1) : null,
      ArrowLeft: atEdge(el, false) || isSelect ? () => this.beside(row, el, -1) : null,
      Backspace: !isSelect && el.value === "" ? () => this.beside(row, el, -1) : null,
    };
  }

  // Enter behind the last place but one ends the row, which fills itself in.
  enter(row, el) {
    const place = row.counts.indexOf(el);
    const isThird = place > 0 && place === row.counts.length - 2;
    if (isThird && el.value === "" && !row.inPoints && row.rule.units !== null) split(row, place);
    const wasWhole = isWhole(row, el);
    this.goOn(row, el);
    if (isThird && !wasWhole && row.full) this.nextRow(row, 1);
  }

  goOn(row, el) {
    if (el === row.fields.price || el === row.fields.buyer)
      return row.full ? this.nextRow(row, 1) : this.backFromPrice(row);
    const place = row.counts.indexOf(el);
    if (isWhole(row, el)) return this.nextRow(row, 1);
    if (place >= 0 && el.value.trim() === "" && !row.counts.some((cell) => cell.value.trim()))
      return this.nextRow(row, 1);
    return this.forward(row, el);
  }

  escape(row, el) {
    this.sheet.putBack(row);
    go(el);
  }
}

// Nothing is left to be typed after this place: what follows is typed already, or can only be zero.
function isWhole(row, el) {
  const place = row.counts.indexOf(el);
  if (place < 0 || !row.full) return false;
  const rule = row.rule;
  return !row.counts.slice(place + 1).some(isOpen) || (!rule.free && restAfter(rule, row.texts, place) === 0);
}

// The two digits before this place were two counts.
function split(row, place) {
  const [before, el] = row.counts.slice(place - 1, place + 1);
  if (!/^\d\d$/.test(before.value)) return false;
  [before.value, el.value] = before.value;
  unpropose(el);
  return true;
}

const HABIT = 2000;

// Whoever waited has read what the key would do now.
export function ignoreOneEnter(el) {
  const came = performance.now();
  const ignore = (event) => {
    if (event.key !== "Enter" || performance.now() - came > HABIT) return;
    event.preventDefault();
    event.stopPropagation();
  };
  el.addEventListener("keydown", ignore, { once: true });
}

function atEdge(el, end) {
  if (el.selectionStart === undefined || el.selectionEnd - el.selectionStart === el.value.length) return true;
  return end ? el.selectionStart === el.value.length : el.selectionEnd === 0;
}
