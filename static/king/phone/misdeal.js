// Wrong cards, found before the first one is played: what to do, behind a question mark beside the hand's name.
(function () {
  "use strict";
  const Phone = (window.KingPhone = window.KingPhone || {});
  const h = (...parts) => Phone.h(...parts);

  // Only where the cards were dealt beforehand: what is dealt at the table is dealt again at the table.
  Phone.misdealKey = function (view) {
    if (!view.writable || !view.root.hasAttribute("data-boards")) return null;
    return h(
      "button",
      {
        type: "button",
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
  };

  Phone.misdealOverlay = function (view) {
    const texts = view.page.texts;
    const close = () => {
      view.misdeal = false;
      view.draw();
    };
    const call = () => {
      view.misdeal = false;
      Phone.callArbiter(view);
    };
    return h(
      "div",
      { class: "phone-overlay", role: "dialog", "aria-modal": "true", "aria-label": texts.misdeal_title },
      h("h2", {}, texts.misdeal_title),
      h("p", {}, texts.misdeal),
      h(
        "div",
        { class: "phone-overlay-end" },
        h(
          "button",
          {
            type: "button",
            class: "btn btn-outline-secondary",
            "data-act": "misdeal-back",
            "data-close": true,
            onclick: close,
          },
          texts.cancel,
        ),
        h(
          "button",
          { type: "button", class: "btn btn-primary", "data-act": "misdeal-call", onclick: call },
          texts.call,
        ),
      ),
    );
  };
})();
