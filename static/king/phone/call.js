// Calling the arbiter: one key on top of the page, always; it asks once, and then says who is coming.
import { button, CLOSES, dialog, FILLED, h } from "./elements.js";

async function send(view, body) {
  const key = document.getElementById("phone-call");
  key.disabled = true;
  const answer = await view.store.act("call", body);
  key.disabled = false;
  view.say(answer.status ? answer.body.message : view.page.texts.call_failed);
}

// Another phone of the table may have called meanwhile: then this adds the hand to its call, and is no second one.
export function callArbiter(view) {
  view.calling = false;
  view.draw();
  return send(view, { hand: view.current });
}

export function callOverlay(view) {
  const { texts } = view.page;
  const close = () => {
    view.calling = false;
    view.draw();
  };
  return dialog(
    texts.call,
    [h("h2", {}, texts.call), h("p", {}, texts.call_asked)],
    [
      button("call-not", texts.cancel, close, CLOSES),
      button("call-now", texts.call_now, () => callArbiter(view), FILLED),
    ],
  );
}

export function bindCall(view) {
  const key = document.getElementById("phone-call");
  let shown = null;
  // The key does as it read when it was pressed, even if another phone has called since. Two quick taps are one.
  key.addEventListener("click", (event) => {
    if (event.detail > 1) return;
    if (shown) return send(view, { back: true, call: shown.id });
    view.calling = true;
    view.draw();
  });
  return function draw() {
    const { call } = view.store.sheet;
    const { texts } = view.page;
    shown = call;
    key.classList.toggle("is-called", Boolean(call));
    key.setAttribute("aria-label", call ? call.text + ". " + texts.call_back : texts.call);
    key.lastElementChild.textContent = call ? call.text : texts.arbiter;
  };
}
