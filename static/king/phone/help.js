// Behind the question mark beside the hand's name: the rule of the hand in play, and what to do with wrong cards.
import { button, CLOSES, dialog, FILLED, h } from "./elements.js";
import { callArbiter } from "./call.js";

export function helpKey(view) {
  return h(
    "button",
    {
      class: "phone-help",
      "data-act": "help",
      "aria-label": view.page.texts.help_key,
      onclick: () => {
        view.help = true;
        view.draw();
      },
    },
    h("span", {}, "?"),
  );
}

// All that is counted at once, then every rule of its hands.
function rulesOfGame(view, game) {
  const contracts = view.page.hands.filter((hand) => game.hands.includes(hand.hand)).map((hand) => hand.contract);
  const all = contracts.map((code) => view.page.play[code]);
  return [...all.map(([counts]) => counts), view.keys.hand.leads, ...new Set(all.flatMap(([, ...play]) => play))];
}

// What counts, who leads, what may be led; while the hand is chosen, by which rules it is.
function rule(view) {
  const { hand, keys, choosing } = view.keys;
  if (hand.game) return rulesOfGame(view, hand.game);
  if (choosing || !keys) return [hand.deals, view.page.choosing.join(" ")];
  const [counts, ...play] = view.page.play[keys.code];
  return [counts, keys.trump ? hand.leads_trump : hand.leads, ...play];
}

// Only where the cards were dealt beforehand: what is dealt at the table is dealt again at the table.
function checksCards(view) {
  return view.writable && view.root.hasAttribute("data-boards");
}

export function helpOverlay(view) {
  const { texts } = view.page;
  const { hand, keys, choosing } = view.keys;
  const title = keys && !choosing ? keys.title : texts.to_choose;
  const close = () => {
    view.help = false;
    view.draw();
  };
  const call = () => {
    view.help = false;
    callArbiter(view);
  };
  const rules = rule(view)
    .filter(Boolean)
    .map((words) => h("p", { class: "phone-rule" }, words));
  const cards = checksCards(view)
    ? h(
        "section",
        { class: "phone-cards", "aria-label": texts.misdeal_key },
        h("h3", {}, texts.misdeal_title),
        h("p", {}, texts.misdeal),
      )
    : null;
  return dialog(
    title,
    [h("h2", {}, hand.game ? hand.game.ends + " " + hand.game.title : hand.hand + " " + title), rules, cards],
    [button("help-back", texts.cancel, close, CLOSES), cards ? button("misdeal-call", texts.call, call, FILLED) : null],
  );
}
