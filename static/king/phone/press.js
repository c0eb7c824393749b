// News from the desk draws the page anew. While a finger is on a key that waits: a key that is replaced under it would
// never hear of the press.
(function () {
  "use strict";
  const Phone = (window.KingPhone = window.KingPhone || {});
  const CLICK_FOLLOWS = 150; // On a touch screen the click comes after the finger has left.

  // A drawing for news: at once, or as soon as nothing is pressed.
  Phone.betweenPresses = function (draw) {
    let pressed = false;
    let late = false;

    function released() {
      pressed = false;
      if (!late) return;
      late = false;
      draw();
    }

    window.addEventListener("pointerdown", () => { pressed = true; });
    window.addEventListener("click", released);
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => window.setTimeout(released, CLICK_FOLLOWS));
    }
    return function () {
      if (pressed) late = true;
      else draw();
    };
  };
})();
