// Parts common to the tests of the scripts: a drawer that outlives a page, a desk whose answers are said beforehand.
export function aDrawer() {
  let text = "null";
  return {
    read: () => JSON.parse(text),
    write(kept) {
      text = JSON.stringify(kept);
      return true;
    },
  };
}

export const SILENCE = { status: 0, body: null };

// `answers` in their order, then nothing; an answer may be a function of what was sent.
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

// Kings and jacks of the first hand: eight in all.
export const row = (north, east, south, west) => ({
  contract: "KJ",
  units: { N: north, E: east, S: south, W: west },
});
export const OURS = row(3, 1, 4, 0);
export const THEIRS = row(4, 4, 0, 0);

// A sheet as the desk has it: rows by hand, each [version, content].
export function sheetWith(rows = {}, more = {}) {
  const known = Object.entries(rows).map(([hand, [version, content]]) => [hand, { version, content }]);
  return { rows: Object.fromEntries(known), stamp: "s", ...more };
}
