// Over https the page also opens with no network at all, from the first time on: its worker is told at once what the
// page consists of. Plain http knows no such worker; there the page works as long as it stands open.
export async function keepPage(page) {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(page.urls.worker);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage([window.location.href.split("#")[0]]);
    // A part whose loading had begun before the worker and ends after this line is heard of when it has come.
    const heard = new PerformanceObserver((list) => {
      const parts = list
        .getEntries()
        .filter((entry) => entry.initiatorType !== "fetch")
        .map((entry) => entry.name);
      if (parts.length) active.postMessage([...new Set(parts)]);
    });
    heard.observe({ type: "resource", buffered: true });
  } catch {
    // A browser that forbids it shows the page all the same.
  }
}
