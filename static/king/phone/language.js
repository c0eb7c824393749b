// The other language: what was typed stays in the phone's storage, and comes back with the page.
import { ask } from "../outbox.js";

export function bindLanguage(view) {
  document.getElementById("phone-language").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { store, page } = view;
    const unsent = store.outbox.length || Object.keys(store.drafts).length;
    if (store.storageFails && unsent) return view.say(page.texts.storage_fails);
    const asked = new URLSearchParams({ language: event.submitter.value });
    const answer = await ask(event.target.action, { method: "POST", body: asked, headers: { Accept: "text/plain" } });
    if (answer.status === 204) window.location.reload();
    else view.say(page.texts.not_reached);
  });
}
