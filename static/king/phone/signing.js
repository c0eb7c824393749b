// The other winds agree with the sheet, on this phone or on their own: exactly with the rows that are shown.
import { badge, button, CLOSES, dialog, FILLED, h } from "./elements.js";
import { holderKeys, holderOf, windsOf } from "./table.js";

// `seen` are the rows that were on the screen when the wind was tapped: a row that changes before he agrees is read first.
async function sign(view, { wind, seen, code }) {
  view.signing = null;
  const answer = await view.store.sign(wind, seen, code);
  view.say(answer.status ? answer.body.message : view.page.texts.not_reached);
}

// The winds whose signature this phone waits for; none where nobody is asked for any.
export function stillToSign(view) {
  const signing = view.store.sheet.signing;
  return signing ? signing.missing[holderOf(view.store)] || signing.missing[""] : [];
}

function signKeys(view) {
  const { page, store } = view;
  const signing = store.sheet.signing;
  return windsOf(view).map((wind) => {
    const signed = signing.signed.includes(wind);
    const own = wind === holderOf(store);
    const { name } = page.seats[wind];
    return h(
      "button",
      {
        class: "phone-choice" + (signed ? " is-chosen" : own ? " is-own" : ""),
        "data-sign": wind,
        disabled: signed || store.sheet.state !== "open",
        "aria-label": (signed ? page.texts.wind_signed : page.texts.wind_signs).replace(
          "{wind}",
          page.seats[wind].word,
        ),
        onclick: () => {
          Object.assign(view, { signing: { wind: wind, seen: store.sheet.seen, name: name, code: "" }, answer: "" });
          view.draw();
        },
      },
      badge(page, wind),
      signed ? " ✓" : "",
    );
  });
}

// The phone asks once who holds it, before the first signature: the others sign for themselves.
export function signatureSection(view) {
  const { page, store } = view;
  const { signing, complete, state } = store.sheet;
  if (!signing || !complete || store.outbox.length) return null;
  const { texts } = page;
  if (state === "open" && !holderOf(store)) return holderKeys(view);
  const missing = stillToSign(view)
    .map((wind) => page.seats[wind].word)
    .join(", ");
  const words =
    state !== "open" || !missing
      ? texts.signatures
      : (signing.whose_phone ? texts.one_to_sign : texts.still_to_sign).replace("{winds}", missing);
  return h(
    "section",
    { "aria-label": texts.signatures },
    h("p", { class: "phone-tosign" }, words),
    h("div", { class: "phone-signatures" }, signKeys(view)),
  );
}

export function signOverlay(view) {
  const { page, signing } = view;
  if (!signing) return null;
  const { wind, name } = signing;
  // Each signs with something of his own, on whoever's phone: nothing of it is kept here.
  const box = h("input", {
    class: "form-control form-control-lg phone-owncode",
    "data-act": "own-code",
    "aria-label": page.texts.own_code,
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "12",
    placeholder: "•••••",
    value: signing.code,
  });
  box.addEventListener("input", () => {
    signing.code = box.value;
  });
  const close = () => {
    view.signing = null;
    view.draw();
  };
  const asked = [
    h("h2", {}, badge(page, wind), " ", name),
    h("p", {}, page.texts.sign_as.replace("{wind}", page.seats[wind].word)),
    h("label", {}, page.texts.own_code, box),
  ];
  return dialog(page.texts.signatures, asked, [
    button("not-signed", page.texts.cancel, close, CLOSES),
    button("signed", page.texts.agree, () => sign(view, signing), FILLED),
  ]);
}
