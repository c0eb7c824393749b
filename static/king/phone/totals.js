// The whole sheet: every hand, the running figures, the closing check, hand-in.
import { badge, h } from "./elements.js";
import { stillToSign } from "./signing.js";
import { openTable, withHolder } from "./table.js";

// What a hand is in other words, once on the sheet: of eight declarations the first alone needs it.
function gloss(view, hand, index) {
  const title = view.titleOf(hand);
  const said = view.store.hands.slice(0, index).some((hand_) => view.titleOf(hand_) === title);
  const contract = Object.values(view.page.contracts).find((one) => one.title === title);
  return contract && contract.gloss && !said ? h("span", { class: "phone-gloss" }, contract.gloss) : null;
}

function handRow(view, hand, index) {
  const { page, store } = view;
  const row = store.sheet.rows[hand.hand];
  const where = store.whereIs(hand.hand);
  const points = row && row.points && store.atDesk(hand.hand) ? row.points : null;
  const wrong = row && row.problems && row.problems.length > 0;
  return h(
    "tr",
    { class: wrong ? "is-wrong" : store.rulingsOf(hand.hand).length ? "is-ruled" : "" },
    h("th", { scope: "row" }, numbered(hand.hand, view.titleOf(hand)), gloss(view, hand, index)),
    page.columns.map((column) => h("td", { class: "num" }, points ? points[column] : where === "phone" ? "…" : "")),
    h("td", { class: "num phone-sum" }, (points && row[page.row_figure]) || ""),
  );
}

// Over the rows that are counted at once, with their sums once all are at the desk.
function gameRow({ page, store }, { hand, game }) {
  if (!game || hand !== game.hands[0]) return null;
  const words = game.ends + " · " + game.title;
  const sums = game.hands.every((row) => store.atDesk(row)) ? (store.sheet.games || {})[hand] : null;
  if (!sums)
    return h("tr", { class: "phone-game" }, h("th", { scope: "rowgroup", colspan: page.columns.length + 2 }, words));
  return h(
    "tr",
    { class: "phone-game" },
    h("th", { scope: "rowgroup" }, words),
    page.columns.map((column) => h("td", { class: "num" }, sums.points[column])),
    h("td", { class: "num phone-sum" }, sums.sum),
  );
}

// Of eight declarations the name alone does not say which one is meant.
export const numbered = (hand, words) => hand + " · " + words;

function problemLine(view, problem) {
  return problem.hand
    ? h(
        "button",
        {
          class: "phone-handlink",
          "data-problem": problem.hand + problem.code,
          onclick: () => view.openHand(problem.hand),
        },
        numbered(problem.hand, problem.text),
      )
    : problem.text;
}

function problemList(view) {
  const problems = view.store.sheet.problems;
  if (!problems.length) return null;
  return h(
    "ul",
    { class: "phone-problems" },
    problems.map((problem) => h("li", {}, problemLine(view, problem))),
  );
}

// "2–5, 8": no list is longer than the line that it stands in.
function runs(hands) {
  const found = [];
  for (const hand of hands) {
    const last = found[found.length - 1];
    if (last && last[1] === hand - 1) last[1] = hand;
    else found.push([hand, hand]);
  }
  return found
    .map(([first, last]) => (first === last ? String(first) : first + (last === first + 1 ? ", " : "–") + last))
    .join(", ");
}

// A hand that two phones entered, said wherever this one is on the sheet: what it typed is nowhere else.
export function conflictLine(view) {
  const [hand] = Object.keys(view.store.conflicts)
    .map(Number)
    .sort((one, other) => one - other);
  if (!hand || !view.writable) return null;
  const words = view.page.texts.conflict_at.replace("{n}", String(hand));
  return h(
    "p",
    { class: "phone-missing", role: "status" },
    h("button", { class: "phone-handlink", "data-act": "to-conflict", onclick: () => view.openHand(hand) }, words),
  );
}

export function checkLine(view) {
  const sheet = view.store.sheet;
  const texts = view.page.texts;
  const choose = conflictLine(view);
  if (choose) return choose;
  if (view.store.openAgain && sheet.complete && !view.store.outbox.length)
    return [h("p", { class: "phone-check" }, texts.open_again), sumLine(sheet, texts)];
  if (view.store.outbox.length)
    return h("p", { class: "phone-check" }, texts.waiting_rows.replace("{n}", String(view.store.outbox.length)));
  // The list of all stands under the sheet: of a long one nobody sees it.
  if (sheet.problems.length)
    return h("p", { class: "phone-check is-wrong", role: "status" }, problemLine(view, sheet.problems[0]));
  if (!sheet.complete)
    return h("p", { class: "phone-check" }, texts.hands_missing.replace("{hands}", runs(sheet.missing)));
  return sumLine(sheet, texts);
}

function sumLine(sheet, texts) {
  const holds = sheet.sum === sheet.expected_sum;
  const right = sheet.ruled_sum ? texts.sum_holds_beside : texts.sum_holds;
  const words = holds ? right : sheet.settled ? texts.sum_ruled : texts.sum_wrong;
  const sum = words.replace("{sum}", sheet.sum).replace("{expected}", sheet.expected_sum);
  // The total in the foot is another figure than the sheet's: say why.
  const ruled = texts.sum_with_rulings.replace("{ruled}", sheet.ruled_sum).replace("{total}", sheet.total_sum);
  return h(
    "p",
    { class: "phone-check" + (holds || sheet.settled ? " holds" : " is-wrong") },
    sheet.ruled_sum ? `${sum}. ${ruled}` : sum,
  );
}

// What the arbiter decided of this hand, or of the sheet, with the reason under it.
export function rulingLines(rulings) {
  return rulings.map((ruling) =>
    h("p", { class: "phone-ruling" }, ruling.text, h("span", { class: "phone-told" }, ruling.reason)),
  );
}

function footLine(title, figures, sum) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, title),
    figures.map((figure) => h("td", { class: "num" }, figure)),
    h("td", { class: "num phone-sum" }, sum),
  );
}

// As at the desk: where rulings stand beside the sheet, its own line and theirs stand over the total.
function foot({ page, store }) {
  const { before_rulings: before, totals, sum, total_sum: totalSum } = store.sheet;
  const { texts, columns } = page;
  const of = (name) => columns.map((column) => before[column][name]);
  const ruled = Object.keys(before).length > 0;
  return [
    ruled ? footLine(texts.sheet, of("sheet"), totalSum && sum) : null,
    ruled ? footLine(texts.rulings, of("adjustment"), "") : null,
    footLine(
      texts.total,
      columns.map((column) => totals[column]),
      ruled ? "" : totalSum,
    ),
  ];
}

export function movingLine(page, hand) {
  return page.texts.average_moves.replace("{n}", String(hand));
}

export function totalsTable(view) {
  const { page, store } = view;
  return h(
    "section",
    { class: "phone-totals" },
    h("h1", { class: "visually-hidden" }, page.texts.totals),
    store.sheet.big_win ? h("p", { class: "phone-check holds phone-won" }, store.sheet.big_win) : null,
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, page.texts.hands)),
          page.columns.map((column) => h("th", { scope: "col" }, badge(page, column))),
          h("th", { scope: "col", class: "num" }, page.texts.sum_column),
        ),
      ),
      h(
        "tbody",
        {},
        store.hands.map((hand, index) => [gameRow(view, hand), handRow(view, hand, index)]),
      ),
      h("tfoot", {}, foot(view)),
    ),
    rulingLines(store.sheet.rulings),
    store.sheet.moving.map((hand) => h("p", { class: "phone-check" }, movingLine(page, hand))),
    problemList(view),
    h(
      "button",
      { class: "phone-otherwise", "data-act": "sit-otherwise", onclick: () => openTable(view) },
      page.texts.sit_otherwise,
    ),
  );
}

// Says how the sheet ended, and where to go on: the card's own address knows the partita in play, or what to wait for.
export function noLongerOpen(view) {
  const { page, store } = view;
  const { state } = store.sheet;
  const on =
    state === "closed"
      ? h(
          "a",
          { class: "btn btn-lg btn-primary", href: "../?next", "data-act": "what-comes" },
          page.texts.to_what_comes,
        )
      : null;
  return h("p", { class: "phone-state", role: "status" }, page.texts["state_" + state], on);
}

export function handInButton(view) {
  const { page, store } = view;
  const texts = page.texts;
  const sheet = store.sheet;
  if (sheet.state !== "open") return noLongerOpen(view);
  const ready = sheet.complete && !store.outbox.length && !conflictLine(view);
  const clean = sheet.problems.length === 0;
  const other = clean && view.samePaper === sheet.seen;
  const usual = other ? texts.hand_in_other : texts.hand_in;
  const label = view.busy ? texts.handing_in : clean || !ready ? usual : texts.hand_in_anyway;
  const unsigned = view.unsigned && clean && stillToSign(view).length > 0;
  const without =
    unsigned &&
    h(
      "button",
      {
        class: "btn btn-outline-primary",
        "data-act": "hand-in-unsigned",
        disabled: view.busy,
        onclick: () => view.handIn(true, sheet.seen),
      },
      texts.hand_in_unsigned,
    );
  return [
    without,
    h(
      "button",
      {
        class: "btn btn-lg " + (clean ? "btn-primary" : "btn-outline-primary"),
        "data-act": "hand-in",
        disabled: !ready || view.busy,
        onclick: () => withHolder(view, () => view.handIn(!clean, sheet.seen, other)),
      },
      label,
    ),
  ];
}
