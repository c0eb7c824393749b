// The memory of a page beyond its own end: rows on their way, drafts, signatures. It lies in IndexedDB, whose answer
// says that it is on the disk. Chromium writes localStorage seconds later, and a battery does not wait.
const STORE = "kept";
// Kept part by part, so that two tabs write beside each other: rows by their mark, the others by hand or wind.
const IN_PARTS = ["outbox", "drafts", "conflicts", "sent", "signed"];
// A disk that has not answered by then counts as none.
const PATIENCE = 8000;

let database = null;
// One more with each connection that has ended: all may be gone since, as when somebody empties the browser.
let ended = 0;

// One connection for the page; one that has ended is opened anew by whoever needs it next.
function connection() {
  database ||= new Promise((resolve, reject) => {
    const asked = window.indexedDB.open("king", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const opened = asked.result;
      opened.onclose = forget;
      opened.onversionchange = () => {
        opened.close();
        forget();
      };
      resolve(opened);
    };
  });
  database.catch(forget);
  return database;
}

function forget() {
  database = null;
  ended += 1;
}

connection(); // Asked for while other parts of the page are still coming.

async function transaction(mode) {
  const begin = async () => (await connection()).transaction(STORE, mode, { durability: "strict" });
  try {
    return await begin();
  } catch {
    forget(); // The connection has ended without a word, as after a long sleep.
    return begin();
  }
}

const outcome = (work) =>
  new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });

function inTime(work) {
  let timer = null;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the disk does not answer")), PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// Records by their names. `text` tells whether one has changed since it was written.
function recordsOf(drawer, kept) {
  const records = new Map();
  for (const [name, value] of Object.entries(kept)) {
    const parts = name === "outbox" ? value.map((row) => [row.client_id, row]) : Object.entries(value || {});
    for (const [place, [part, content]] of (IN_PARTS.includes(name) ? parts : [["", value]]).entries()) {
      const record = { key: [drawer, name, part], place: name === "outbox" ? place : 0, content: content };
      records.set(name + " " + part, { ...record, text: JSON.stringify([record.place, content]) });
    }
  }
  return records;
}

function keptOf(records) {
  if (!records.size) return null;
  const kept = { outbox: [], drafts: {}, conflicts: {}, sent: {}, signed: {} };
  for (const { key, content } of [...records.values()].sort((one, other) => one.place - other.place)) {
    const [, name, part] = key;
    if (name === "outbox") kept.outbox.push(content);
    else if (IN_PARTS.includes(name)) kept[name][part] = content;
    else kept[name] = content;
  }
  return kept;
}

// Returns the memory that an older version of the scripts left in localStorage under `key`, as `reading` reads it.
function leftBefore([key, reading]) {
  try {
    const text = window.localStorage.getItem(key);
    return text === null ? null : reading(JSON.parse(text));
  } catch {
    return null;
  }
}

export class Drawer {
  // `before` names the places in localStorage whose content belongs here, each with the function that reads it.
  constructor(key, before = [[key, (kept) => kept]]) {
    this.key = key;
    this.before = before;
    this.records = null; // As they lie on the disk, as far as this page knows; null until they were read.
    this.written = Promise.resolve(true);
    this.writes = 0;
    this.ended = 0; // The connections that had ended when that was known.
    this.tabs = window.BroadcastChannel ? new window.BroadcastChannel(key) : null;
  }

  // Calls `listener` when another tab has written here.
  listen(listener) {
    if (this.tabs) this.tabs.onmessage = listener;
  }

  // Returns what was kept, or null. A disk that does not answer at first is never written to: what lies there is not
  // known.
  async read() {
    const { writes } = this;
    try {
      const records = await inTime(this.readAll());
      if (this.writes !== writes) return this.read(); // Something was written meanwhile, which comes after it.
      this.records = records;
      this.ended = ended;
    } catch {
      if (this.records) return keptOf(this.records);
    }
    return this.takeOver();
  }

  async readAll() {
    const work = await transaction("readonly");
    const asked = work.objectStore(STORE).getAll(IDBKeyRange.bound([this.key], [this.key, []]));
    await outcome(work);
    const records = asked.result.map(({ key, place, content }) => [
      key.slice(1).join(" "),
      { key, place, content, text: JSON.stringify([place, content]) },
    ]);
    return new Map(records);
  }

  // The content of localStorage comes along once, and leaves it when it is on the disk here.
  takeOver() {
    const left = this.before.map(leftBefore);
    const older = left.filter(Boolean).flatMap((kept) => [...recordsOf(this.key, kept)]);
    const records = new Map([...older, ...(this.records || [])]);
    if (older.length && this.records) this.writeRecords(records).then((isKept) => isKept && this.leaveNothingBefore());
    return keptOf(records);
  }

  leaveNothingBefore() {
    for (const [key] of this.before) window.localStorage.removeItem(key);
  }

  // Whether it is on the disk, once that is known.
  write(kept) {
    return this.records ? this.writeRecords(recordsOf(this.key, kept)) : Promise.resolve(false);
  }

  writeRecords(records) {
    const before = this.records;
    const isSame =
      records.size === before.size && [...records].every(([name, { text }]) => before.get(name)?.text === text);
    this.records = records;
    if (isSame && this.ended === ended) return this.written;
    this.writes += 1;
    this.written = inTime(this.change(before, records)).then(
      () => true,
      () => {
        // Nobody knows what of it is there: all of it is written again with the next change.
        const unknown = [...before, ...this.records].map(([name, record]) => [name, { ...record, text: null }]);
        this.records = new Map(unknown);
        return false;
      },
    );
    return this.written;
  }

  async change(before, records) {
    const work = await transaction("readwrite");
    const known = this.ended === ended ? before : new Map();
    this.ended = ended;
    const store = work.objectStore(STORE);
    for (const [name, { key, place, content, text }] of records)
      if (known.get(name)?.text !== text) store.put({ key, place, content });
    for (const [name, { key }] of before) if (!records.has(name)) store.delete(key);
    if (work.commit) work.commit(); // A page that is left now does not take it back.
    await outcome(work);
    if (this.tabs) this.tabs.postMessage(null);
  }
}
