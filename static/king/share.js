/* The phone's own sheet, which plain http does not give to a page; there the text opens, to be copied. */
async function share(box) {
  const { title, share: text, link } = box.dataset;
  try {
    await navigator.share({ title, text, url: link || location.href });
  } catch (error) {
    if (error.name !== "AbortError") box.open = true;
  }
}

document.addEventListener("click", function (event) {
  const summary = event.target.closest("[data-share] > summary");
  if (!summary || !navigator.share) return;
  event.preventDefault();
  share(summary.parentElement);
});
