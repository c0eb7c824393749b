// {% load static %}Over https the captain's page opens with no network too, and shows the sheet as it was seen last.
// Plain http has no such worker: rows that were typed lie in the phone's own storage.
"use strict";
const STATIC = "{% get_static_prefix %}";
const KEPT = "king-captain-1";
const SHEET = /^\/t\/[^/]+\/[0-9]+\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function isOurs(url) {
  return url.origin === self.location.origin && (SHEET.test(url.pathname) || url.pathname.startsWith(STATIC));
}

// The card's own address leads to the sheet that was open last at its table.
async function lastSheet(path) {
  const sheets = (await (await caches.open(KEPT)).keys()).map((request) => new URL(request.url));
  return sheets.filter((url) => SHEET.test(url.pathname) && url.pathname.startsWith(path)).pop();
}

// A network that swallows everything is no network: a page that is kept waits no longer than this for a newer one.
const PATIENCE = 6000;

function tired() {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE));
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  const url = new URL(request.url);
  try {
    const known = request.mode === "navigate" && (await kept.match(request, { ignoreVary: true }));
    const fresh = await (known ? Promise.race([fetch(request), tired()]) : fetch(request));
    if (fresh.ok && isOurs(url)) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(request, { ignoreVary: true });
    if (old) return old;
    const sheet = request.mode === "navigate" ? await lastSheet(url.pathname) : null;
    if (sheet) return Response.redirect(sheet.href);
    throw error;
  }
}

// The page that has just been opened says what it consists of; each part is kept by itself.
self.addEventListener("message", (event) => {
  const parts = event.data.map((address) => new URL(address)).filter(isOurs);
  event.waitUntil(caches.open(KEPT).then((kept) => Promise.allSettled(parts.map((part) => kept.add(part.href)))));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const page = event.request.mode === "navigate" && url.pathname.startsWith("/t/");
  if (event.request.method === "GET" && (page || isOurs(url))) event.respondWith(answer(event.request));
});
