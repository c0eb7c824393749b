/* What renews itself waits while something is pressed: a link that is replaced under the finger would never hear of the
   press, and another in its place would be meant by nobody. The next answer brings the same news. */
(function () {
  "use strict";
  const CLICK_FOLLOWS = 150; // On a touch screen the click comes after the finger has left.
  let pressed = false;
  let timer = null;

  function release() {
    window.clearTimeout(timer);
    pressed = false;
  }

  window.addEventListener("pointerdown", function () {
    window.clearTimeout(timer);
    pressed = true;
  });
  window.addEventListener("click", release);
  for (const end of ["pointerup", "pointercancel", "dragend"]) {
    window.addEventListener(end, function () {
      timer = window.setTimeout(release, CLICK_FOLLOWS);
    });
  }
  window.addEventListener("blur", release);

  // A look that nobody has asked for: it comes by the clock, or from the line of calls.
  function byItself(request) {
    const asked = request.triggeringEvent;
    return request.verb === "get" && (!asked || asked.type === "king:look");
  }
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (pressed && byItself(event.detail.requestConfig)) event.detail.shouldSwap = false;
  });

  window.KingPress = {
    held: function () {
      return pressed;
    },
  };
})();
