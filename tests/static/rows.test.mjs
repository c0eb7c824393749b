import assert from "node:assert/strict";
import { test } from "node:test";
import { limitAt, numberOf, readDigits, restAfter } from "../../static/king/desk/sheet/keys.js";
import { Outbox } from "../../static/king/outbox.js";
import { Keys } from "../../static/king/phone/keys.js";
import { contentOf, isHidden, missingInWords, proposalFor, rowFromContent } from "../../static/king/phone/row.js";
import { aDisk, Desk, OURS, row, sheetWith, THEIRS } from "./desks.mjs";

const plain = { columns: ["N", "E", "S", "W"], fields: [], closers: {}, most: 8 };
const TRUMP = { key: "trump", missing: "no trump yet", hidden_if: [{ key: "sale.polarity", value: "null" }] };
const CONTRACTS = {
  KJ: { ...plain, code: "KJ", units: 8, words: { 7: "one is missing", more: "too many" } },
  KH: { ...plain, code: "KH", units: 1, words: {} },
  L2: { ...plain, code: "L2", units: 2, words: {} },
  D: { ...plain, code: "D", units: 13, most: 13, words: {}, fields: [TRUMP] },
  DO: { ...plain, code: "DO", units: null, words: {}, closers: { 0: "nobody is out", 2: "two are out" } },
};
const HANDS = Object.keys(CONTRACTS).map((contract, place) => ({ hand: place + 1, contract: contract, partners: [] }));

// The keys of a hand, and the rows that they entered.
function keysOf(code, rows = {}) {
  const kept = [];
  const store = new Outbox(aDisk(), new Desk(), sheetWith(rows, { seats: { players: {} } }));
  const done = ({ hand: number }, content, base) => kept.push([number, content, base]);
  const keys = new Keys({ contracts: CONTRACTS }, store, () => {}, done);
  const hand = HANDS.find(({ contract }) => contract === code);
  keys.open(hand);
  return { keys, store, hand, kept };
}

test("three counts are tapped and the last wind's is proposed and accepted", () => {
  const { keys, kept } = keysOf("KJ");
  for (const count of [3, 1, 4]) keys.tapNumber(count);
  assert.deepEqual(proposalFor(keys.row, keys.keys), { columns: ["W"], count: 0 });
  keys.acceptProposal();
  assert.deepEqual(kept, [[1, OURS, 0]]);
});

test("one key took the whole hand away: now the last count, and a hand as it was opened can be put back", () => {
  const { keys } = keysOf("KJ");
  for (const count of [3, 1]) keys.tapNumber(count);
  keys.erase();
  assert.deepEqual([keys.row.units, keys.active], [{ N: 3, E: null, S: null, W: null }, "E"]);
  keys.erase();
  assert.deepEqual([keys.row.units.N, keys.active], [null, "N"]);
  const entered = keysOf("KJ", { 1: [1, OURS] }).keys;
  entered.erase();
  assert.deepEqual(entered.row.units, { N: null, E: null, S: null, W: null });
  entered.erase(); // once more on the empty hand: the offer stays
  entered.putIn(entered.cleared);
  assert.deepEqual([entered.row.units, entered.cleared], [OURS.units, null]);
});

test("where nothing is left all open winds are proposed 0", () => {
  const { keys } = keysOf("KJ");
  keys.tapNumber(8);
  assert.deepEqual(proposalFor(keys.row, keys.keys), { columns: ["E", "S", "W"], count: 0 });
});

test("what two winds share is proposed to none of them", () => {
  const { keys } = keysOf("KJ");
  keys.tapNumber(3);
  keys.tapNumber(1);
  assert.equal(proposalFor(keys.row, keys.keys), null);
});

test("the king of hearts is one tap, the last two tricks are two", () => {
  const king = keysOf("KH");
  king.keys.tapWind("E");
  assert.deepEqual(king.kept, [[2, { contract: "KH", units: { N: 0, E: 1, S: 0, W: 0 } }, 0]]);
  const tricks = keysOf("L2");
  tricks.keys.tapWind("N");
  assert.deepEqual([tricks.kept, tricks.keys.told], [[], 1]);
  tricks.keys.tapWind("N");
  assert.deepEqual(tricks.kept, [[3, { contract: "L2", units: { N: 2, E: 0, S: 0, W: 0 } }, 0]]);
});

test("a half typed hand is there again when it is opened, over the version that it was begun from", () => {
  const { keys, store, hand, kept } = keysOf("KJ");
  keys.tapNumber(3);
  store.sheet = sheetWith({ 1: [1, THEIRS] }, { seats: { players: {} } });
  keys.open(hand);
  assert.deepEqual([keys.row.units.N, keys.active, keys.typed], [3, "E", true]);
  for (const count of [1, 4]) keys.tapNumber(count);
  keys.acceptProposal();
  assert.deepEqual(kept, [[1, OURS, 0]]);
});

test("a row corrected at the desk is shown in the hand that is open, unless something was typed over it", () => {
  const { keys, store } = keysOf("KJ", { 1: [1, OURS] });
  store.take(sheetWith({ 1: [2, THEIRS] }, { seats: { players: {} } }));
  keys.refresh();
  assert.deepEqual([keys.row.units, keys.base], [THEIRS.units, 2]);
  keys.tapNumber(2);
  store.take(sheetWith({ 1: [3, OURS] }, { seats: { players: {} } }));
  keys.refresh();
  assert.deepEqual([keys.row.units.N, keys.base], [2, 2]);
});

test("a trump that is missing keeps a whole row from being kept", () => {
  const { keys } = keysOf("D");
  for (const count of [5, 5, 2, 1]) keys.tapNumber(count);
  assert.deepEqual(keys.lacking(), ["no trump yet"]);
  keys.setExtra("trump", "H");
  assert.deepEqual(keys.lacking(), []);
  assert.equal(keys.content().trump, "H");
});

test("what a sale for nulls hides is not sent", () => {
  const typed = { ...row(5, 5, 2, 1), contract: "D", trump: "H", sale: { buyer: "E", price: 2, polarity: "null" } };
  const made = rowFromContent(HANDS[3], CONTRACTS.D, typed);
  assert.equal(isHidden(made, TRUMP), true);
  assert.equal("trump" in contentOf(made, HANDS[3], CONTRACTS.D), false);
});

test("a count that is wrong is said in the desk's words, a right one not at all", () => {
  const words = (north) => missingInWords(rowFromContent(HANDS[0], CONTRACTS.KJ, row(north, 1, 4, 0)), CONTRACTS.KJ);
  assert.deepEqual([2, 3, 9].map(words), ["one is missing", "", "too many"]);
});

test("in Domino the empty hands are counted: two at once, none only at the end", () => {
  const words = (...counts) => {
    const units = Object.fromEntries(counts.map((count, place) => ["NESW"[place], count]));
    return missingInWords(rowFromContent(HANDS[4], CONTRACTS.DO, { contract: "DO", units }), CONTRACTS.DO);
  };
  assert.equal(words(3), "");
  assert.equal(words(0, 0), "two are out");
  assert.equal(words(3, 1, 0, 4), "");
  assert.equal(words(3, 1, 2, 4), "nobody is out");
});

// The desk's keyboard: thirteen tricks, eight kings and jacks, and queens in points, −3 each.
test("a digit that may grow waits, one that cannot goes on, and two that are too many are two counts", () => {
  assert.equal(readDigits("1", 13), "wait");
  assert.equal(readDigits("12", 13), "go");
  assert.equal(readDigits("0", 13), "go");
  assert.equal(readDigits("2", 13), "go");
  assert.deepEqual(readDigits("17", 13), ["1", "7"]);
  assert.equal(readDigits("1", 8), "go");
  assert.equal(readDigits("1", 12, 3), "wait"); // 12 points are four queens.
  assert.equal(readDigits("3", 12, 3), "go");
});

test("a place takes what the places before it have left", () => {
  const kings = { units: 8, most: 8, sign: "" };
  assert.deepEqual([limitAt(kings, ["3", "", "", ""], 1), limitAt(kings, ["3", "4", "", ""], 2)], [5, 1]);
  assert.deepEqual([restAfter(kings, ["3", "1", "4", ""], 2), restAfter(kings, ["8", "", "", ""], 0)], [0, 0]);
});

test("an empty place was taken as 0, and the one after it filled in", () => {
  const kings = { units: 13, most: 13, sign: "" };
  assert.equal(restAfter(kings, ["0", "", "6", ""], 2), null);
  assert.equal(restAfter(kings, ["", "", "", ""], 0), null);
});

test("in Domino the last place balances the others once a sign was typed", () => {
  const domino = { units: null, most: 100, sign: "either" };
  assert.equal(restAfter(domino, ["+40", "\u221210", "\u221210", ""], 2), -20);
  assert.equal(restAfter(domino, ["40", "10", "10", ""], 2), null);
  assert.equal(numberOf(" \u22123 "), -3);
  assert.equal(numberOf("3x"), null);
});
