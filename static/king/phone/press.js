// What a press is meant for is what stood there when the finger came down, and had stood there long enough to be read.
(function () {
  "use strict";
  const Phone = (window.KingPhone = window.KingPhone || {});
  const CLICK_FOLLOWS = 150; // On a touch screen the click comes after the finger has left.
  const SETTLES = 400; // Longer than a finger that taps twice, shorter than a person who reads first.

  // What news does to the page, and the drawing after it: at once, or as soon as nothing is pressed.
  // While a finger is on a key it waits: a key that is replaced under it would never hear of the press.
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
      window.addEventListener(end, () => {
        timer = window.setTimeout(released, CLICK_FOLLOWS);
      });
    }
    return function (happen) {
      late.push(happen);
      if (!pressed) released();
    };
  };

  // Answers with what to call when the keys have changed their meaning: a tap that was begun before they had stood for a
  // moment does nothing, and a key of the keyboard that is held down neither. The row of hands never changes its meaning, and Escape always goes back.
  Phone.deafKeys = function (root) {
    let until = 0;
    let early = false;
    let timer = null;
    const meant = (event) => event.target.closest(event.detail ? ".phone-dots" : ".phone-dots, [data-close]");
    root.addEventListener(
      "pointerdown",
      (event) => {
        early = event.timeStamp < until;
      },
      true,
    );
    root.addEventListener(
      "click",
      (event) => {
        if (!meant(event) && (event.detail ? early : event.timeStamp < until)) event.stopPropagation();
      },
      true,
    );
    return function settle() {
      until = performance.now() + SETTLES;
      root.classList.add("is-settling");
      window.clearTimeout(timer);
      timer = window.setTimeout(() => root.classList.remove("is-settling"), SETTLES);
    };
  };
})();
