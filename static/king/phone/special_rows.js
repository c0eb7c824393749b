// Rare events behind one key: a sale, a blind declaration, an auction not played, a card that is named.
import { badge, button, dialog, FILLED, h, suitSign } from "./elements.js";

function flagSet(keys) {
  return (keys.keys.odd.flags || []).find((flag) => keys.row.extra[flag.key] === flag.value) || null;
}

// Sold, and what the owner does with a hand that he keeps: two keys.
export function oddKeys(keys) {
  const { prices, flags } = keys.keys.odd;
  return [prices ? saleKey(keys) : null, flags ? ownerKey(keys) : null];
}

function saleKey(keys) {
  const { page, row } = keys;
  const sale = row.extra.sale;
  const texts = page.texts;
  const turned = sale && sale.polarity !== "null" && row.extra.direction === "down";
  const nulls = sale && sale.polarity === "null" ? " " + (sale.price === 1 ? texts.one_null : texts.offer_null) : "";
  const said = sale
    ? texts.sold.replace("{buyer}", page.seats[sale.buyer].word).replace("{price}", String(sale.price))
    : texts.sold_question;
  const open = () => {
    keys.overlay = { ...(sale || {}), turned: Boolean(turned) };
    keys.redraw();
  };
  return h(
    "button",
    { class: "phone-sale" + (sale ? " is-chosen" : ""), "data-field": "sale", "aria-label": said, onclick: open },
    sale ? [badge(page, sale.buyer), (turned ? " ▼" : " ") + String(sale.price) + nulls] : texts.sold_question,
  );
}

function ownerKey(keys) {
  const { texts } = keys.page;
  const flag = keys.row.extra.sale ? null : flagSet(keys);
  const open = () => {
    keys.overlay = { owner: true };
    keys.redraw();
  };
  return h(
    "button",
    {
      class: "phone-sale" + (flag ? " is-chosen" : ""),
      "data-field": "owner",
      "aria-label": flag ? flag.label : texts.owner_plays,
      onclick: open,
    },
    flag ? flag.sign : texts.owner_plays,
  );
}

function pick(keys, name, options) {
  const draft = keys.overlay;
  return h(
    "div",
    { class: "phone-pick phone-pick-" + name, role: "group" },
    options.map(([value, label, word]) =>
      h(
        "button",
        {
          class: "phone-choice" + (draft[name] === value ? " is-chosen" : ""),
          "data-pick": name,
          "data-value": String(value),
          "aria-label": word || null,
          "aria-pressed": draft[name] === value ? "true" : "false",
          onclick: () => {
            draft[name] = value;
            if (name === "polarity") delete draft.price;
            keys.redraw();
          },
        },
        label,
      ),
    ),
  );
}

// A card as it is written: its suit drawn, its rank with the letter on the cards in use.
export const cardParts = (page, code) => [suitSign(code[0]), page.ranks[code.slice(1)]];

export function cardKey(keys, field) {
  const card = keys.row.extra[field.key];
  return h(
    "button",
    {
      class: "phone-sale" + (card ? " is-chosen" : ""),
      "data-field": field.key,
      "aria-label": field.title,
      onclick: () => {
        keys.overlay = { field, suit: card ? card[0] : undefined, rank: card ? card.slice(1) : undefined };
        keys.redraw();
      },
    },
    card ? cardParts(keys.page, card) : field.short || field.title,
  );
}

function cardOverlay(keys) {
  const { field, suit, rank } = keys.overlay;
  const { texts } = keys.page;
  const keep = (card) => {
    keys.overlay = null;
    keys.setExtra(field.key, card);
  };
  const suits = field.suits.map(({ value, label }) => [value, suitSign(value), label]);
  const ranks = field.ranks.map(({ value, label }) => [value, label]);
  return dialog(
    field.title,
    [h("h2", {}, field.title), pick(keys, "suit", suits), pick(keys, "rank", ranks)],
    [
      button("no-card", texts.no_card, () => keep(undefined)),
      button("card", texts.done, () => keep(suit + rank), { ...FILLED, disabled: !suit || !rank }),
    ],
  );
}

function end(keys, change) {
  for (const key of ["sale", "unplayed", "blind", "blind_tricks", "direction"]) delete keys.row.extra[key];
  Object.assign(keys.row.extra, change);
  if (change.sale && change.sale.polarity === "null") keys.row.extra.direction = "down";
  keys.overlay = null;
  keys.touched();
}

// What became of the hand that its owner kept.
function ownerOverlay(keys) {
  const { texts } = keys.page;
  const { flags } = keys.keys.odd;
  return dialog(
    texts.owner_plays,
    [h("h2", {}, texts.owner_plays), flags.map((flag) => flagKeys(keys, flag))],
    [button("unsold", texts.as_usual, () => end(keys, {}))],
  );
}

function flagKeys(keys, flag) {
  if (!flag.tricks)
    return h(
      "button",
      {
        class: "phone-choice",
        "data-act": flag.key + "-" + (flag.act || flag.value),
        onclick: () => end(keys, { [flag.key]: flag.value }),
      },
      flag.label,
    );
  return [
    h("p", {}, flag.label),
    h(
      "div",
      { class: "phone-pick", role: "group", "aria-label": flag.label },
      flag.tricks.map((own) =>
        h(
          "button",
          {
            class: "phone-choice" + (keys.row.extra.blind_tricks === own ? " is-chosen" : ""),
            "data-act": flag.key + "-" + own,
            onclick: () => end(keys, { [flag.key]: flag.value, blind_tricks: own }),
          },
          String(own),
        ),
      ),
    ),
  ];
}

export function oddOverlay(keys) {
  if (keys.overlay.field) return cardOverlay(keys);
  if (keys.overlay.owner) return ownerOverlay(keys);
  const { page, hand, overlay } = keys;
  const texts = page.texts;
  const odd = keys.keys.odd;
  const prices = overlay.polarity === "null" ? odd.null_prices : odd.prices;
  const turned = odd.turned && overlay.polarity === "positive";
  const ready =
    overlay.buyer &&
    overlay.price &&
    (!odd.null_prices || overlay.polarity) &&
    (!odd.buyer_tricks || overlay.tricks !== undefined);
  const polarities = [
    ["positive", texts.offer_up],
    ["null", texts.offer_null],
  ];
  const sale = () => {
    const change = { seller: hand.seller, buyer: overlay.buyer, price: overlay.price };
    if (odd.null_prices) change.polarity = overlay.polarity;
    if (odd.buyer_tricks) change.tricks = overlay.tricks;
    end(keys, turned && overlay.turned ? { sale: change, direction: "down" } : { sale: change });
  };
  const buyers = hand.buyers.map((wind) => [wind, [badge(page, wind), " ", page.seats[wind].word]]);
  const asked = [
    h("h2", {}, texts.sale),
    odd.prices && odd.null_prices ? pick(keys, "polarity", polarities) : null,
    odd.prices
      ? [
          h("p", {}, texts.buyer),
          pick(keys, "buyer", buyers),
          h("p", {}, overlay.polarity === "null" ? texts.price_nulls : texts.price),
          pick(
            keys,
            "price",
            prices.map((price) => [price, String(price)]),
          ),
        ]
      : null,
    odd.buyer_tricks
      ? [
          h("p", {}, odd.buyer_tricks.title),
          pick(
            keys,
            "tricks",
            odd.buyer_tricks.counts.map((count) => [count, String(count)]),
          ),
        ]
      : null,
    turned
      ? pick(keys, "turned", [
          [false, odd.turned.up],
          [true, odd.turned.down],
        ])
      : null,
  ];
  return dialog(texts.sale, asked, [
    button("unsold", texts.not_sold, () => end(keys, {})),
    odd.prices ? button("sold", texts.done, sale, { ...FILLED, disabled: !ready }) : null,
  ]);
}
