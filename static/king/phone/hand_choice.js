// Where the order of the hands is not fixed: which hand is played, the dealer's partner, a third option.
import { badge, h } from "./elements.js";

// How many of a contract are left by what this phone knows; the desk's own answer, with its reason, goes first.
function option(view, hand, contract) {
  const { store, page } = view;
  const now = store.sheet.choice;
  if (now && now.hand === hand.hand && !store.outbox.length) {
    const said = now.options[contract.code];
    return { left: said.left, reason: said.reason, usedUp: said.used_up };
  }
  const played = page.hands.filter((other) => {
    const content = other.hand === hand.hand ? null : store.content(other.hand);
    return other.contract === contract.code || (content && content.contract === contract.code);
  }).length;
  return { left: contract.times - played, reason: contract.times > played ? null : page.texts.already_played };
}

function contractKey(view, keys, contract) {
  const { left, reason, usedUp } = option(view, keys.hand, contract);
  const chosen = keys.row.contract === contract.code;
  return h(
    "button",
    {
      class: "phone-contract" + (chosen ? " is-chosen" : "") + (reason ? " is-closed" : ""),
      "data-contract": contract.code,
      "aria-pressed": chosen ? "true" : "false",
      onclick: () => (reason && !chosen ? keys.explain(reason) : keys.choose(contract.code)),
    },
    h("span", {}, contract.title),
    usedUp || contract.times > 1
      ? h("span", { class: "phone-times" }, usedUp || "× " + String(Math.max(left, 0)))
      : null,
  );
}

// In a hand that nobody chooses the partner may be left out, so that a second tap takes him back.
export function partnerKeys(view) {
  const { keys } = view;
  if (!keys.hand.partners.length) return null;
  const chosen = keys.row.extra.partner;
  return h(
    "div",
    { class: "phone-fields", role: "group", "aria-label": view.page.texts.partner },
    h("span", { class: "phone-fieldname" }, view.page.texts.partner),
    keys.hand.partners.map((wind) =>
      h(
        "button",
        {
          class: "phone-choice" + (chosen === wind ? " is-chosen" : ""),
          "data-field": "partner",
          "data-value": wind,
          "aria-pressed": chosen === wind ? "true" : "false",
          "aria-label": view.page.seats[wind].word,
          onclick: () => keys.setExtra("partner", keys.hand.contract && chosen === wind ? undefined : wind),
        },
        badge(view.page, wind),
      ),
    ),
  );
}

function third(view, keys) {
  if (!keys.hand.third) return null;
  const on = keys.row.extra.third === true;
  return h(
    "button",
    {
      class: "phone-choice" + (on ? " is-chosen" : ""),
      "data-field": "third",
      "aria-pressed": on ? "true" : "false",
      onclick: () => keys.setExtra("third", on ? undefined : true),
    },
    view.page.texts.third,
  );
}

export function chooseSection(view) {
  const keys = view.keys;
  return [
    keys.hand.voices !== keys.hand.chooses ? h("p", { class: "phone-voices" }, keys.hand.voices) : null,
    partnerKeys(view),
    third(view, keys),
    h(
      "div",
      { class: "phone-contracts" },
      Object.values(view.page.contracts)
        .filter((contract) => !view.page.hands.some((hand) => hand.contract === contract.code))
        .map((contract) => contractKey(view, keys, contract)),
    ),
  ];
}
