import assert from "node:assert/strict";
import { test } from "node:test";
import { isHeard, newId, Outbox, sameContent } from "../../static/king/outbox.js";
import { aDisk, changed, Desk, OURS, refused, row, SILENCE, sheetWith, THEIRS, taken } from "./desks.mjs";

// An outbox on a disk, which continues with rows that another page left there, as after a reload.
async function openPage(desk, disk = aDisk(), sheet = sheetWith()) {
  const page = new Outbox(disk, desk, sheet);
  await page.open();
  return page;
}

test("a reload at each row loses nothing and sends nothing twice", async () => {
  const disk = aDisk();
  const desk = new Desk();
  for (const hand of [1, 2, 3]) await (await openPage(desk, disk)).enter(hand, OURS, 0);
  const marks = new Map(desk.heard.map(({ hand, client_id }) => [hand, client_id]));
  desk.answers = [taken(1), taken(1), taken(1)];
  desk.heard = [];
  assert.equal(await (await openPage(desk, disk)).send(), true);
  assert.deepEqual(
    desk.heard.map(({ hand }) => hand),
    [1, 2, 3],
  );
  assert.equal(desk.heard[0].client_id, marks.get(1));
  assert.equal(await (await openPage(desk, disk)).send(), true);
  assert.equal(desk.heard.length, 3);
});

test("a row was said to be kept before it was on the disk", async () => {
  const disk = aDisk();
  const page = await openPage(new Desk(), disk);
  const release = disk.hold();
  await page.enter(1, OURS, 0);
  assert.deepEqual([page.outbox.length, page.waiting.length], [1, 0]);
  release();
  await page.written;
  assert.deepEqual([page.waiting.length, page.storageFails], [1, false]);
});

test("a disk that keeps nothing says so, and the row waits on the page", async () => {
  const page = await openPage(new Desk(), aDisk({ broken: true }));
  const said = [];
  page.listen(() => said.push(page.storageFails));
  await page.enter(1, OURS, 0);
  await page.written;
  assert.deepEqual([page.waiting.length, said.pop()], [1, true]);
});

test("what is typed while an earlier page's rows are still being read comes after them", async () => {
  const disk = aDisk();
  await (await openPage(new Desk(), disk)).enter(1, OURS, 0);
  const page = new Outbox(disk, new Desk(), sheetWith());
  const release = disk.hold();
  const reading = page.open();
  await page.enter(2, THEIRS, 0);
  page.keepDraft(3, { content: OURS, base: 0 });
  release();
  await reading;
  await page.written;
  const after = await openPage(new Desk(taken(1), taken(1)), disk);
  assert.deepEqual(
    after.outbox.map(({ hand, content }) => [hand, content]),
    [
      [1, OURS],
      [2, THEIRS],
    ],
  );
  assert.deepEqual(after.draft(3).content, OURS);
});

test("a row whose answer was lost is sent again under its own mark", async () => {
  const desk = new Desk(SILENCE, taken(1));
  const page = await openPage(desk);
  assert.equal(await page.enter(1, OURS, 0), false);
  assert.equal(page.online, false);
  assert.equal(await page.send(), true);
  assert.equal(page.online, true);
  assert.equal(desk.heard[0].client_id, desk.heard[1].client_id);
  assert.equal(desk.heard[0].based_on, 0);
});

test("a server that fails, or answers with a page for people, has taken nothing", async () => {
  for (const answer of [{ status: 503, body: { message: "full" } }, { status: 200, body: null }, SILENCE]) {
    const page = await openPage(new Desk(answer));
    assert.equal(await page.enter(1, OURS, 0), false);
    assert.equal(page.outbox.length, 1);
  }
  assert.equal(isHeard({ status: 204, body: null }), true);
});

test("rows leave in the order in which they were typed, one at a time", async () => {
  let here = 0;
  const slowly = async () => {
    here += 1;
    assert.equal(here, 1);
    await new Promise((resolve) => setTimeout(resolve));
    here -= 1;
    return taken(1);
  };
  const desk = new Desk(slowly, slowly, slowly);
  const page = await openPage(desk);
  const all = [4, 2, 3].map((hand) => page.enter(hand, OURS, 0));
  assert.deepEqual(await Promise.all(all), [true, true, true]);
  assert.deepEqual(
    desk.heard.map(({ hand }) => hand),
    [4, 2, 3],
  );
});

test("a row typed again before the first arrived follows it without a question", async () => {
  const desk = new Desk(SILENCE);
  const page = await openPage(desk);
  await page.enter(1, OURS, 0);
  await page.enter(1, THEIRS, 0);
  desk.answers = [taken(1), taken(2)];
  desk.heard = [];
  assert.equal(await page.send(), true);
  assert.deepEqual(
    desk.heard.map(({ based_on }) => based_on),
    [0, 1],
  );
  assert.deepEqual(page.conflicts, {});
});

test("a correction begun before the own row arrived is over that one", async () => {
  const desk = new Desk(taken(1), taken(2));
  const page = await openPage(desk);
  await page.enter(1, OURS, 0);
  await page.enter(1, THEIRS, 0); // Begun when nothing was at the desk.
  assert.deepEqual(
    desk.heard.map(({ based_on }) => based_on),
    [0, 1],
  );
});

test("a row typed twice over one that came from elsewhere overwrites nothing and shows the last", async () => {
  const ours = row(0, 0, 8, 0);
  const desk = new Desk(SILENCE);
  const page = await openPage(desk);
  await page.enter(1, OURS, 0);
  await page.enter(1, ours, 0);
  desk.answers = [changed(1, THEIRS)];
  await page.send();
  assert.deepEqual(page.conflicts[1], { mine: ours, theirs: { version: 1, content: THEIRS } });
  assert.deepEqual(page.outbox, []);
});

test("of two versions mine is sent over the one that was read, theirs sends nothing", async () => {
  for (const keepsMine of [true, false]) {
    const desk = new Desk(changed(3, THEIRS), taken(4));
    const page = await openPage(desk);
    await page.enter(1, OURS, 0);
    page.choose(1, keepsMine, page.conflicts[1]);
    await page.send();
    assert.deepEqual(page.conflicts, {});
    assert.deepEqual(
      desk.heard.slice(1).map(({ content, based_on }) => [content, based_on]),
      keepsMine ? [[OURS, 3]] : [],
    );
  }
});

test("where a third version came after two were read none is chosen, and the third is shown", async () => {
  const third = row(6, 2, 0, 0);
  const desk = new Desk(changed(1, THEIRS));
  const page = await openPage(desk);
  await page.enter(1, OURS, 0);
  const read = page.conflicts[1];
  page.take(sheetWith({ 1: [2, third] }));
  page.choose(1, true, read);
  assert.deepEqual(page.conflicts[1], { mine: OURS, theirs: { version: 2, content: third } });
  assert.equal(desk.heard.length, 1);
});

test("a question is still asked after a reload, and is over once the desk has the same row", async () => {
  const disk = aDisk();
  await (await openPage(new Desk(changed(1, THEIRS)), disk)).enter(1, OURS, 0);
  const page = await openPage(new Desk(), disk);
  assert.deepEqual(page.conflicts[1].mine, OURS);
  page.take(sheetWith({ 1: [2, { units: OURS.units, contract: "KJ" }] }));
  assert.deepEqual(page.conflicts, {});
});

test("what was begun over a row in question is still there when one is chosen", async () => {
  const page = await openPage(new Desk(changed(1, THEIRS), taken(2)));
  await page.enter(1, OURS, 0);
  page.keepDraft(1, { content: row(5, 0, 0, 0), base: 0 });
  page.choose(1, true, page.conflicts[1]);
  assert.deepEqual(page.draft(1).content, row(5, 0, 0, 0));
});

test("a half typed row outlives the page, until it is entered or put away", async () => {
  const disk = aDisk();
  (await openPage(new Desk(), disk)).keepDraft(1, { content: OURS, base: 0 });
  const page = await openPage(new Desk(taken(1)), disk);
  assert.deepEqual(page.draft(1), { content: OURS, base: 0 });
  await page.enter(1, OURS, 0);
  assert.equal((await openPage(new Desk(), disk)).draft(1), null);
});

test("what a closed sheet refuses stays as a draft with the reason, and is not sent again", async () => {
  const desk = new Desk(SILENCE);
  const page = await openPage(desk);
  await page.enter(1, OURS, 0);
  await page.enter(2, THEIRS, 0);
  desk.answers = [refused("closed"), taken(1)];
  assert.equal(await page.send(), true);
  assert.deepEqual(page.refusals, { 1: "closed" });
  assert.deepEqual(page.draft(1), { content: OURS, base: 0 });
  assert.equal(page.sent[2].version, 1);
});

test("what was refused over an older row is still of that one after a reload", async () => {
  const disk = aDisk();
  const desk = new Desk(refused("a queen too many"));
  const page = await openPage(desk, disk, sheetWith({ 1: [1, OURS] }));
  page.take(sheetWith({ 1: [2, THEIRS] })); // Came while somebody typed over the first.
  await page.enter(1, row(9, 0, 0, 0), 1);
  assert.equal((await openPage(new Desk(), disk, page.sheet)).draft(1).base, 1);
});

test("of a session that ended while the server was silent the page hears when it answers again", async () => {
  const page = await openPage(new Desk(SILENCE, { status: 403, body: null }));
  const said = [];
  page.listen(() => said.push(page.unheard));
  await page.enter(1, OURS, 0);
  await page.send();
  assert.equal(said.pop(), 403);
  assert.equal(page.outbox.length, 1);
});

test("what an older copy of the evening has lost is no version to type over", async () => {
  const desk = new Desk(taken(1), taken(5), taken(3));
  const page = await openPage(desk);
  await page.enter(2, OURS, 0);
  await page.enter(1, OURS, 4);
  page.take(sheetWith({ 1: [2, THEIRS], 2: [1, OURS] }));
  assert.deepEqual(Object.keys(page.sent), ["2"]);
  await page.enter(1, OURS, 2);
  assert.equal(desk.heard.pop().based_on, 2);
});

test("an answer from before a row left does not take back what a newer one has said", async () => {
  const page = await openPage(new Desk());
  let late = null;
  page.desk.news = () => new Promise((resolve) => (late = resolve));
  const asking = page.askForNews();
  page.desk.answers = [taken(1, sheetWith({ 1: [1, OURS] }))];
  await page.enter(1, OURS, 0);
  late({ status: 200, body: sheetWith() });
  await asking;
  assert.equal(page.version(1), 1);
});

test("a page goes on asking after an error while it draws", async () => {
  const page = await openPage(new Desk({ status: 200, body: sheetWith({ 1: [1, OURS] }) }));
  page.desk.every = page.desk.rest = 5;
  page.listen(() => {
    throw new Error("a wheel came off");
  });
  await assert.rejects(page.poll(), /a wheel came off/);
  page.listeners = [];
  const askedAgain = new Promise((resolve) => {
    page.desk.news = async () => {
      resolve();
      return { status: 204, body: null };
    };
  });
  await askedAgain; // By its own clock.
  page.desk.every = page.desk.rest = 1e9;
  await new Promise(setImmediate);
  clearTimeout(page.timer);
});

test("a desk that does not answer five times is away, and one answer brings it back", async () => {
  const page = await openPage(new Desk());
  for (let question = 0; question < 5; question += 1) {
    assert.equal(page.away, false);
    await page.poll();
    clearTimeout(page.timer);
  }
  assert.equal(page.away, true);
  page.desk.answers = [{ status: 204, body: null }];
  await page.poll();
  clearTimeout(page.timer);
  assert.equal(page.away, false);
});

test("a row is the same whatever the order of its fields and with empty ones", () => {
  assert.ok(sameContent({ units: { N: 1, E: 2 }, trump: "H" }, { trump: "H", units: { E: 2, N: 1 } }));
  assert.ok(sameContent({ N: "1", price: "" }, { N: "1" }));
  assert.ok(!sameContent({ units: { N: 1 } }, { units: { N: 2 } }));
  assert.ok(!sameContent(null, { units: {} }));
});

test("a mark is a UUID of the fourth kind, never the same twice", () => {
  const marks = Array.from({ length: 100 }, newId);
  assert.equal(new Set(marks).size, 100);
  for (const mark of marks) assert.match(mark, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
