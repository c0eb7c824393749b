import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { packed, takeBrought } from "../../static/king/phone/address_change.js";
import { Store } from "../../static/king/phone/store.js";
import { aDisk, OURS, row, sheetWith, THEIRS } from "./desks.mjs";

const NAMES = ["rows", "state", "hand_in", "sign", "was_handed_in", "first_dealer"];
const HERE = { hash: "", pathname: "/t/abc/1/", search: "" };
let asked = [];
let answers = [];

// The network: each request is recorded, and gets the next answer, or none.
globalThis.fetch = async (url, { body }) => {
  asked.push([url, body ? JSON.parse(body) : null]);
  const [status, answer] = answers.shift() || [];
  if (!status) throw new TypeError("no network");
  return new Response(status === 204 ? null : JSON.stringify(answer), {
    status: status,
    headers: { "Content-Type": "application/json" },
  });
};
globalThis.window = { history: { replaceState() {} } };

beforeEach(() => {
  asked = [];
  answers = [];
});

const NOBODY = { names: {}, players: {}, elsewhere: [] };
function aSheet(rows = {}, more = {}) {
  const open = { state: "open", first_dealer: "", made_at: 1, seen: "r1", signing: null, handed_in: null };
  return sheetWith(rows, { seats: NOBODY, ...open, ...more });
}

async function openStore(disk = aDisk(), sheet = aSheet(), more = {}, holders = aDisk()) {
  const urls = Object.fromEntries(NAMES.map((name) => [name, name]));
  const page = { key: "abc:1:7", sheet_key: 7, urls: urls, places: { N: {} }, texts: { brought: "{n}" }, sheet: sheet };
  const store = new Store({ ...page, ...more }, disk, holders);
  await store.open();
  return store;
}

const said = (name) => asked.filter(([url]) => url === name).map(([, body]) => body);

test("rows that an older copy of the evening lacks are sent again under their own marks", async () => {
  const store = await openStore();
  answers = [1, 2, 3].map((hand) => [200, { version: hand === 2 ? 4 : 1 }]);
  for (const hand of [1, 2, 3]) await store.enter(hand, OURS, hand === 2 ? 3 : 0);
  const marks = said("rows").map(({ client_id }) => client_id);
  asked = [];
  store.take(aSheet({ 1: [1, OURS], 2: [1, THEIRS] }));
  answers = [
    [200, { version: 2 }],
    [200, { version: 1 }],
  ];
  await store.send();
  assert.deepEqual(
    said("rows").map(({ hand, client_id, based_on }) => [hand, client_id, based_on]),
    [
      [2, marks[1], 1],
      [3, marks[2], 0],
    ],
  );
});

test("what the desk has confirmed is sent again by a page that was loaded since, too", async () => {
  const disk = aDisk();
  answers = [[200, { version: 1 }]];
  await (await openStore(disk)).enter(1, OURS, 0);
  assert.equal((await openStore(disk, aSheet({ 1: [1, OURS] }, { made_at: 2 }))).outbox.length, 0);
  assert.equal((await openStore(disk, aSheet({}, { made_at: 3 }))).outbox.length, 1);
});

test("a row corrected at the desk while the phone was off is kept", async () => {
  const store = await openStore();
  answers = [[200, { version: 1 }]];
  await store.enter(1, OURS, 0);
  await store.enter(2, OURS, 0); // Nobody answers.
  answers = [[200, { version: 1, sheet: aSheet({ 1: [2, THEIRS], 2: [1, OURS] }) }]];
  await store.send();
  assert.deepEqual([store.content(1), store.whereIs(1), store.outbox], [THEIRS, "desk", []]);
});

test("a row is on the phone, at the desk, in question or signed", async () => {
  const store = await openStore();
  assert.equal(store.whereIs(1), "");
  const sending = store.enter(1, OURS, 0);
  assert.equal(store.whereIs(1), "typed");
  await store.written;
  assert.equal(store.whereIs(1), "phone");
  answers = [];
  await sending;
  answers = [[409, { message: "", current: { version: 1, content: THEIRS } }]];
  await store.send();
  assert.equal(store.whereIs(1), "conflict");
  store.take(aSheet({ 1: [2, OURS] }));
  assert.equal(store.whereIs(1), "desk");
  store.take(aSheet({ 1: [2, OURS] }, { signing: { signed: ["E"] } }));
  assert.equal(store.whereIs(1), "confirmed");
});

test("the page of a browser's own cache knows no less than the phone", async () => {
  const disk = aDisk();
  const store = await openStore(disk);
  store.take(aSheet({ 1: [1, OURS] }, { made_at: 9 }));
  store.write();
  assert.deepEqual((await openStore(disk)).content(1), OURS);
});

const UNSIGNED = { signing: { signed: [], missing: {} } };

test("signature and hand-in that an older copy lacks are given back over the same rows, once", async () => {
  const store = await openStore(aDisk(), aSheet({ 1: [1, OURS] }, UNSIGNED));
  const handedIn = { state: "handed_in", signing: { signed: ["E"] }, handed_in: { at: 5, here: true }, stamp: "t" };
  answers = [
    [200, { proof: "p", sheet: aSheet({ 1: [1, OURS] }, { signing: { signed: ["E"] } }) }],
    [200, { sheet: aSheet({ 1: [1, OURS] }, handedIn) }],
  ];
  await store.sign("E", "r1", "12345");
  await store.handIn(false, "r1", "N");
  assert.equal(await store.giveBack(), false);
  asked = [];
  store.take(aSheet({ 1: [1, OURS] }, { ...UNSIGNED, stamp: "older" }));
  answers = [
    [200, { sheet: aSheet({ 1: [1, OURS] }, { signing: { signed: ["E"] }, stamp: "older" }) }],
    [422, { message: "no", sheet: aSheet({ 1: [1, OURS] }, { signing: { signed: ["E"] }, stamp: "older" }) }],
  ];
  assert.equal(await store.giveBack(), true);
  const [[, signature], [, handIn]] = asked;
  assert.deepEqual([signature.wind, signature.seen, signature.proof], ["E", "r1", "p"]);
  assert.equal("own_code" in signature, false);
  assert.deepEqual([handIn.seen, handIn.captain, handIn.with_problems], ["r1", "N", false]);
  assert.equal(await store.giveBack(), false);
});

test("a signature was told before the phone remembered it", async () => {
  const disk = aDisk();
  const store = await openStore(disk, aSheet({ 1: [1, OURS] }, UNSIGNED));
  const release = disk.hold();
  answers = [[200, { proof: "p" }]];
  let told = false;
  const signing = store.sign("E", "r1", "12345").then(() => {
    told = true;
  });
  await new Promise(setImmediate);
  assert.deepEqual([told, store.signed.E.proof], [false, "p"]);
  release();
  await signing;
  assert.deepEqual((await openStore(disk)).signed, { E: { seen: "r1", proof: "p" } });
});

test("who holds the phone is known at the next table, and to no other phone", async () => {
  const holders = aDisk();
  (await openStore(aDisk(), aSheet(), {}, holders)).sayHolder(12);
  assert.equal((await openStore(aDisk(), aSheet(), { key: "abc:2:8" }, holders)).holder, "12");
  assert.equal((await openStore()).holder, "");
});

test("over other rows a lost hand-in is told to the desk and not given back", async () => {
  const store = await openStore(aDisk(), aSheet({ 1: [1, OURS] }, UNSIGNED));
  answers = [
    [200, { proof: "p" }],
    [200, { sheet: aSheet({ 1: [1, OURS] }, { state: "handed_in", handed_in: { at: 5, here: true } }) }],
  ];
  await store.sign("E", "r1", "12345");
  await store.handIn(false, "r1", null);
  store.take(aSheet({ 1: [2, THEIRS] }, { seen: "r2", ...UNSIGNED }));
  assert.deepEqual(store.lost(), [["was_handed_in", { at: 5 }]]);
  assert.equal(store.openAgain, true);
});

test("a sheet that the desk gave back is handed in by nobody", async () => {
  const store = await openStore(aDisk(), aSheet({ 1: [1, OURS] }));
  answers = [[200, { sheet: aSheet({ 1: [1, OURS] }, { state: "handed_in", handed_in: { at: 5, here: true } }) }]];
  await store.handIn(false, "r1", null);
  store.take(aSheet({ 1: [1, OURS] }, { handed_in: { at: 5, here: true } }));
  assert.deepEqual([store.openAgain, store.lost()], [true, []]);
});

test("nothing is handed in before every row has arrived", async () => {
  const store = await openStore();
  store.enter(1, OURS, 0);
  assert.equal((await store.handIn(false, "r1", null)).status, 0);
  assert.deepEqual(said("hand_in"), []);
});

test("who deals first is said before the first row, and again where an older copy lacks it", async () => {
  const store = await openStore(aDisk(), aSheet(), { hands_by_dealer: { E: ["the hands from East"] } });
  answers = [
    [200, { message: "", sheet: aSheet({}, { first_dealer: "E" }) }],
    [200, { version: 1 }],
  ];
  store.sayDealer("E");
  assert.deepEqual([store.firstDealer, store.page.hands], ["E", ["the hands from East"]]);
  await store.enter(1, OURS, 0);
  assert.deepEqual(
    asked.map(([url, { wind, seen }]) => [url, wind, seen]),
    [
      ["first_dealer", "E", ""],
      ["rows", undefined, undefined],
    ],
  );
  store.take(aSheet());
  assert.equal(store.firstDealer, "E");
});

test("rows brought to another address arrive once, and drafts where nothing stands", async () => {
  const old = await openStore();
  old.enter(1, OURS, 0);
  old.enter(2, THEIRS, 0);
  await old.sending;
  old.keepDraft(5, { content: row(4, 0, 0, 0), base: 0 });
  const there = { ...HERE, hash: "#brought=" + packed(old) };
  const disk = aDisk();
  const store = await openStore(disk);
  assert.equal(takeBrought(store, there), "2");
  assert.equal(store.device, old.device);
  assert.deepEqual(store.outbox, old.outbox);
  assert.deepEqual(store.draft(5), old.draft(5));
  const again = await openStore(disk);
  takeBrought(again, there);
  assert.equal(again.outbox.length, 2);
  const other = await openStore();
  other.key = "king:another:1:8";
  takeBrought(other, there);
  takeBrought(other, { ...HERE, hash: "#brought=%%%" });
  assert.deepEqual(other.outbox, []);
});

test("a page for people in place of an answer signs nothing and hands nothing in", async () => {
  const network = globalThis.fetch;
  globalThis.fetch = async () => new Response("<h1>Wi-Fi</h1>", { headers: { "Content-Type": "text/html" } });
  const store = await openStore();
  const heard = [await store.sign("N", "r1", "12345"), await store.handIn(false, "r1", "N")];
  globalThis.fetch = network;
  assert.deepEqual(heard, [
    { status: 0, body: null },
    { status: 0, body: null },
  ]);
  assert.deepEqual(store.signed, {});
  assert.equal(store.online, false);
});
