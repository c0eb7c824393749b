/* Faults of the captain's page: said on the phone, and written into the desk's log with the version of the page. The rows
   typed are kept, and the page goes on asking: nobody at the table has to know what an error is. Until the page is drawn
   it is said that this phone cannot show the sheet. No module, in words that the oldest browser reads: it is also for the
   one that knows no modules, and for a part of the page that does not come, or that the browser does not understand. */
(function () {
  "use strict";
  var AGAIN = 15000;
  var MOST = 5;
  var script = document.currentScript;
  var told = [];

  function isDrawn() {
    return document.querySelector(".phone-dots") !== null;
  }

  function sayItCannot() {
    document.getElementById("phone-cannot").removeAttribute("hidden");
    document.getElementById("phone-fault").setAttribute("hidden", "");
  }

  if (!script || script.hasAttribute("data-at-once")) return sayItCannot();
  var page = JSON.parse(document.getElementById("phone-page").textContent);

  function tell(fault) {
    if (told.length >= MOST || told.indexOf(fault) !== -1) return;
    told.push(fault);
    if (isDrawn()) document.getElementById("phone-fault").removeAttribute("hidden");
    send(fault);
  }

  function send(fault) {
    var request = new XMLHttpRequest();
    request.open("POST", page.urls.fault);
    request.setRequestHeader("Content-Type", "application/json");
    request.onloadend = function () {
      /* 0: nobody answers now. */
      if (request.status === 0 || request.status >= 500) window.setTimeout(send, AGAIN, fault);
    };
    request.send(JSON.stringify({ fault: fault, version: page.version, sheet: page.sheet_key }));
  }

  function isOurs(address) {
    return typeof address === "string" && address.indexOf(window.location.origin) === 0;
  }

  function place(address) {
    return address.split("/").pop().split("?")[0];
  }

  /* A part that does not come is heard of on its way down. Scripts that a browser has added of its own are not ours to
     speak of. */
  window.addEventListener(
    "error",
    function (event) {
      var part = event.target && (event.target.src || event.target.href);
      if (!isDrawn()) sayItCannot();
      if (isOurs(part)) tell("not loaded · " + place(part));
      else if (isOurs(event.filename)) tell(event.message + " · " + place(event.filename) + ":" + event.lineno);
    },
    true,
  );
  window.addEventListener("unhandledrejection", function (event) {
    var reason = event.reason || {};
    var line = /[^\s(]+:\d+:\d+/.exec(reason.stack || "");
    if (!isDrawn()) sayItCannot();
    tell((reason.message || String(event.reason)) + " · " + place(line ? line[0] : ""));
  });
  document.getElementById("phone-reload").addEventListener("click", function () {
    window.location.reload();
  });
})();
