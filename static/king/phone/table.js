// The people at the table: who holds this phone, who sits in another's wind, who was drawn to deal first.
import { badge, button, CLOSES, dialog, FILLED, h } from "./elements.js";

export function windsOf(view) {
  return ["N", "E", "S", "W"].filter((wind) => view.page.seats[wind].name);
}

export function holderOf({ holder, sheet }) {
  const { players } = sheet.seats;
  return Object.keys(players).find((wind) => String(players[wind]) === holder) || "";
}

function setHolder(view, player) {
  view.store.sayHolder(player);
  const then = view.table && view.table.then;
  if (then) {
    view.table = null;
    then();
  }
  view.draw();
}

// Where it matters whose phone hands the sheet in and nobody has said so, it is asked first.
export function withHolder(view, then) {
  const signing = view.store.sheet.signing;
  if (!signing || !signing.whose_phone || holderOf(view.store)) return then();
  view.table = { picked: [], then: then };
  view.draw();
}

export function holderKeys(view) {
  const { page, store } = view;
  const { players } = store.sheet.seats;
  const holder = holderOf(store);
  return h(
    "section",
    { class: "phone-holder", role: "group", "aria-label": page.texts.holder_question },
    h("p", { class: "phone-tosign" }, page.texts.holder_question),
    h(
      "div",
      { class: "phone-signatures" },
      windsOf(view).map((wind) =>
        h(
          "button",
          {
            class: "phone-choice" + (wind === holder ? " is-chosen" : ""),
            "data-holder": wind,
            "aria-pressed": wind === holder ? "true" : "false",
            "aria-label": page.seats[wind].word,
            onclick: () => setHolder(view, players[wind]),
          },
          badge(page, wind),
        ),
      ),
    ),
  );
}

// Asked where the table draws its first dealer, until the first hand is entered.
export function mayDraw({ page, store }) {
  return (
    Boolean(page.hands_by_dealer) &&
    store.sheet.state === "open" &&
    !page.hands.some((hand) => store.content(hand.hand))
  );
}

export function asksDealer(view) {
  return mayDraw(view) && (!view.store.firstDealer || view.dealerAgain);
}

// Where he was chosen stands who it is, with the way back.
export function dealerLine(view) {
  const { page, store } = view;
  const again = () => {
    view.dealerAgain = true;
    view.draw();
  };
  return h(
    "p",
    { class: "phone-missing is-calm", role: "status" },
    h("span", {}, page.texts.dealer_is.replace("{wind}", page.seats[page.drawn[store.firstDealer]].word)),
    h("button", { class: "phone-undo", "data-act": "dealer-again", onclick: again }, page.texts.dealer_again),
  );
}

// By who deals first who was found for it, in the order of the winds.
function byPlace(drawn) {
  return Object.entries(drawn).sort(([, one], [, other]) => "NESW".indexOf(one) - "NESW".indexOf(other));
}

export function dealerKeys(view) {
  const { page, store } = view;
  const say = (wind) => {
    view.table = null;
    view.dealerAgain = false;
    store.sayDealer(wind);
  };
  return h(
    "section",
    { class: "phone-holder", role: "group", "aria-label": page.texts.dealer_question },
    h("p", { class: "phone-tosign" }, page.texts.dealer_question),
    page.texts.dealer_how ? h("p", { class: "quiet" }, page.texts.dealer_how) : null,
    h(
      "div",
      { class: "phone-seatkeys" },
      byPlace(page.drawn).map(([dealer, drawn]) =>
        h(
          "button",
          {
            class: "phone-wind" + (dealer === store.firstDealer ? " is-active" : ""),
            "data-dealer": dealer,
            "data-drawn": drawn,
            "aria-pressed": dealer === store.firstDealer ? "true" : "false",
            onclick: () => say(dealer),
          },
          badge(page, drawn),
          h("span", { class: "phone-name" }, page.seats[drawn].name),
        ),
      ),
    ),
  );
}

export function openTable(view) {
  view.table = { picked: [] };
  view.draw();
}

async function tell(view, players) {
  view.table = null;
  const answer = await view.store.act("seats", { players: players });
  view.say(
    answer.status
      ? answer.body.message || (view.store.sheet.seats.elsewhere.length ? view.page.texts.seats_told : "")
      : view.page.texts.call_failed,
  );
}

// The screen at the time of two taps settles their meaning. If another phone of the table says the same before this one
// confirms, the confirmation repeats it, and does not turn it round; if it moves others, they stay moved.
function exchange({ page, store }, [one, other]) {
  const { players } = store.sheet.seats;
  const words = page.texts.seats_confirm
    .replace("{one}", page.seats[one].name)
    .replace("{wind_of_one}", page.seats[other].word)
    .replace("{other}", page.seats[other].name)
    .replace("{wind_of_other}", page.seats[one].word);
  return { seats: { [one]: players[other], [other]: players[one] }, words: words };
}

// Everybody at the table, with those two where the words put them. The desk refuses by name a player who has left.
function seated(players, seats) {
  const found = { ...players };
  for (const [wind, player] of Object.entries(seats)) {
    const left = Object.keys(found).find((place) => found[place] === player);
    if (left) found[left] = found[wind];
    found[wind] = player;
  }
  return found;
}

function pick(view, wind) {
  const { picked } = view.table;
  view.table.picked = picked.includes(wind) ? picked.filter((other) => other !== wind) : [...picked, wind].slice(-2);
  view.table.exchange = view.table.picked.length === 2 ? exchange(view, view.table.picked) : null;
  view.draw();
}

function seatKeys(view) {
  const { page, table, store } = view;
  return h(
    "div",
    { class: "phone-seatkeys", role: "group", "aria-label": page.texts.sit_otherwise },
    windsOf(view).map((wind) => {
      const picked = table.picked.includes(wind);
      return h(
        "button",
        {
          class: "phone-wind" + (picked ? " is-active" : ""),
          "data-seat": wind,
          "aria-pressed": picked ? "true" : "false",
          onclick: () => pick(view, wind),
        },
        badge(page, wind),
        h("span", { class: "phone-name" }, page.seats[wind].name),
        h("span", { class: "phone-elsewhere" }, store.sheet.seats.elsewhere.includes(wind) ? "⇄" : ""),
      );
    }),
  );
}

function confirmation(view) {
  const { page, table, store } = view;
  const { texts } = page;
  const written = Object.values(store.sheet.rows).some((row) => row.content) || store.outbox.length > 0;
  return [
    h("p", { class: "phone-confirm" }, table.exchange.words),
    h("p", {}, written ? texts.seats_written : texts.seats_unwritten),
  ];
}

export function tableOverlay(view) {
  const { page, table, store } = view;
  const { texts } = page;
  const close = () => {
    view.table = null;
    view.draw();
  };
  const both = Boolean(table.exchange);
  const { seating, elsewhere } = store.sheet.seats;
  const asked = [
    table.then ? null : [h("h2", {}, texts.table_title), h("p", {}, texts.sit_tap), seatKeys(view)],
    both ? confirmation(view) : [holderKeys(view), !table.then && mayDraw(view) ? dealerKeys(view) : null],
  ];
  const now = () => tell(view, seated(store.sheet.seats.players, table.exchange.seats));
  const asSeated = elsewhere.length && !table.then;
  const answers = [
    button("table-back", texts.cancel, close, CLOSES),
    both ? button("sit-so", texts.seats_so, now, FILLED) : null,
    !both && asSeated ? button("sit-right", texts.seats_right, () => tell(view, seating)) : null,
  ];
  return dialog(texts.table_title, asked, answers, " phone-table");
}

// A name that would be cut short stands with initials, a namesake's with the mark: they stay where the surname still is, for who is who must be told without a tap, and no key may move for it. A surname that nobody else here has goes without, and is written smaller, before a letter of it is cut.
function fit(name, whole, short, everybody) {
  name.title = whole;
  name.textContent = whole;
  name.classList.remove("is-small", "is-cut");
  if (name.scrollWidth <= name.clientWidth) return;
  const [, surname, initials, mark] = /^(.*?)((?: \S\.)*)( \(.*\))?$/u.exec(short);
  const after = h("span", {}, mark ?? initials);
  name.replaceChildren(h("span", { class: "phone-surname" }, surname), after);
  const alone = everybody.filter((one) => `${one} `.startsWith(`${surname} `)).length === 1;
  if (alone && name.scrollWidth > name.clientWidth) after.remove();
  for (const way of ["is-small", "is-cut"]) if (name.scrollWidth > name.clientWidth) name.classList.add(way);
}

// The names on top are the key to all this; they follow the desk when it exchanges two or seats a substitute.
export function bindTable(view) {
  document.getElementById("phone-who").addEventListener("click", () => openTable(view));
  function draw() {
    const { texts, seats } = view.page;
    const { elsewhere, short } = view.store.sheet.seats;
    const holder = holderOf(view.store);
    for (const place of document.querySelectorAll("[data-who]")) {
      const wind = place.dataset.who;
      const said = [
        elsewhere.includes(wind) && ["⇄", texts.seats_said],
        wind === holder && ["", texts.this_phone],
      ].filter(Boolean);
      place
        .querySelector(".marks")
        .replaceChildren(
          ...said.map(([sign, words]) =>
            h(
              "span",
              { class: sign ? "phone-elsewhere" : "phone-own", role: "img", "aria-label": words, title: words },
              sign,
            ),
          ),
        );
      fit(place.querySelector(".name"), seats[wind].name, short[wind], Object.values(short));
    }
  }
  window.addEventListener("resize", draw);
  document.fonts.ready.then(draw);
  return draw;
}
