// News from the desk changes the page. While a finger is on a key that waits: a key that is replaced under it would never
// hear of the press, and a press is meant for what stood there when the finger came down.
(function () {
  "use strict";
  const Phone = (window.KingPhone = window.KingPhone || {});
  const CLICK_FOLLOWS = 150; // On a touch screen the click comes after the finger has left.

  // What news does to the page, and the drawing after it: at once, or as soon as nothing is pressed.
  Phone.betweenPresses = function (draw) {
    let pressed = false;
    let late = [];
    let timer = null;

    function released() {
      pressed = false;
      if (!late.length) return;
      const news = late;
      late = [];
      for (const happen of news) happen();
      draw();
    }

    window.addEventListener("pointerdown", () => {
      window.clearTimeout(timer); // Of the tap before: where two follow each other closely it would end this one.
      pressed = true;
    });
    window.addEventListener("click", released);
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => { timer = window.setTimeout(released, CLICK_FOLLOWS); });
    }
    return function (happen) {
      late.push(happen);
      if (!pressed) released();
    };
  };
})();
