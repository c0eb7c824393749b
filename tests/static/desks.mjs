// Common parts of the scripts' tests: a disk that outlives a page, and a desk with prepared answers.
// The disk works in order, like IndexedDB. While it is held it does not answer; a broken one stores nothing.
export function aDisk({ broken = false } = {}) {
  let text = "null";
  let work = Promise.resolve();
  const next = (step) => {
    work = work.then(step);
    return work;
  };
  return {
    // Returns a function that lets it answer again.
    hold() {
      let release = null;
      const answer = new Promise((resolve) => (release = resolve));
      next(() => answer);
      return release;
    },
    read: () => next(() => JSON.parse(text)),
    write(kept) {
      const written = JSON.stringify(kept);
      return next(() => {
        if (!broken) text = written;
        return !broken;
      });
    },
  };
}

export const SILENCE = { status: 0, body: null };

// Gives `answers` in their order, then silence. An answer may be a function of the request.
export class Desk {
  constructor(...answers) {
    this.answers = answers;
    this.heard = [];
    this.every = this.rest = 1e9;
  }

  async send(item) {
    this.heard.push(structuredClone(item));
    const answer = this.answers.shift() || SILENCE;
    return typeof answer === "function" ? answer(item) : answer;
  }

  async news() {
    return this.send({ news: true });
  }
}

export const taken = (version, sheet) => ({ status: 200, body: { version: version, ...(sheet && { sheet }) } });
export const changed = (version, content) => ({
  status: 409,
  body: { message: "changed", current: { version: version, content: content } },
});
export const refused = (message) => ({ status: 422, body: { message: message } });

// Kings and jacks of the first hand, eight together.
export const row = (north, east, south, west) => ({
  contract: "KJ",
  units: { N: north, E: east, S: south, W: west },
});
export const OURS = row(3, 1, 4, 0);
export const THEIRS = row(4, 4, 0, 0);

// A sheet at the desk: rows by hand, each [version, content].
export function sheetWith(rows = {}, more = {}) {
  const known = Object.entries(rows).map(([hand, [version, content]]) => [hand, { version, content }]);
  return { rows: Object.fromEntries(known), stamp: "s", ...more };
}
