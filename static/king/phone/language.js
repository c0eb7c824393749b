// Another language: what was typed stays in the phone's storage, and comes back with the page.
import { ask } from "../outbox.js";

export function bindLanguage(view) {
  const choice = document.getElementById("phone-language");
  const now = choice.value;
  choice.addEventListener("change", async () => {
    const asked = new URLSearchParams({ language: choice.value });
    choice.value = now;
    const { store, page } = view;
    const unsent = store.outbox.length || Object.keys(store.drafts).length;
    if (store.storageFails && unsent) return view.say(page.texts.storage_fails);
    const answer = await ask(choice.dataset.sentTo, { method: "POST", body: asked, headers: { Accept: "text/plain" } });
    await store.written;
    if (answer.status === 204) window.location.reload();
    else view.say(page.texts.not_reached);
  });
}
