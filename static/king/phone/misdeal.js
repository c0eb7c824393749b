// Wrong cards, found before the first one is played: what to do, behind a question mark beside the hand's name.
import { button, CLOSES, dialog, FILLED, h } from "./build.js";
import { callArbiter } from "./call.js";

// Only where the cards were dealt beforehand: what is dealt at the table is dealt again at the table.
export function misdealKey(view) {
  if (!view.writable || !view.root.hasAttribute("data-boards")) return null;
  return h(
    "button",
    {
      class: "phone-help",
      "data-act": "misdeal",
      "aria-label": view.page.texts.misdeal_key,
      onclick: () => {
        view.misdeal = true;
        view.draw();
      },
    },
    h("span", {}, "?"),
  );
}

export function misdealOverlay(view) {
  const texts = view.page.texts;
  const close = () => {
    view.misdeal = false;
    view.draw();
  };
  const call = () => {
    view.misdeal = false;
    callArbiter(view);
  };
  return dialog(
    texts.misdeal_title,
    [h("h2", {}, texts.misdeal_title), h("p", {}, texts.misdeal)],
    [button("misdeal-back", texts.cancel, close, CLOSES), button("misdeal-call", texts.call, call, FILLED)],
  );
}
