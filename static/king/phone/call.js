// Calling the arbiter: one key on top of the page, always; it says who is coming.
(function () {
  "use strict";
  const Phone = (window.KingPhone = window.KingPhone || {});

  Phone.bindCall = function (view) {
    const key = document.getElementById("phone-call");
    let shown = null;
    // What the key said when it was pressed is done, whatever another phone has said since; two quick taps are one.
    key.addEventListener("click", async (event) => {
      if (event.detail > 1) return;
      key.disabled = true;
      const body = shown ? { back: true, call: shown.id } : { hand: view.current };
      const answer = await view.store.act("call", body);
      key.disabled = false;
      view.say(answer.status === 0 || answer.status >= 500 ? view.page.texts.call_failed : answer.body.message);
    });
    return function draw() {
      const { call } = view.store.sheet;
      shown = call;
      key.classList.toggle("is-called", Boolean(call));
      key.setAttribute("aria-label", call ? call.text + ". " + view.page.texts.call_back : view.page.texts.call);
      key.lastElementChild.textContent = call ? call.text : "";
    };
  };
})();
