/* Says that this phone cannot show the sheet. No module, in words that the oldest browser reads: it is for the one that
   knows no modules, and for a part of the page that does not come, or that the browser does not understand. */
(function () {
  "use strict";
  var script = document.currentScript;

  function say() {
    if (document.querySelector(".phone-dots")) return; /* From here on the page speaks for itself. */
    document.getElementById("phone-cannot").removeAttribute("hidden");
    document.getElementById("phone-fault").setAttribute("hidden", "");
  }

  if (!script || script.hasAttribute("data-at-once")) return say();
  window.addEventListener("error", say, true); /* A part that does not come is heard of on its way down. */
  window.addEventListener("unhandledrejection", say);
})();
