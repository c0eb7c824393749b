// Small builders of elements; text is always set as text.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

// The drawn suits stand in the page as <template data-suit="S">: one drawing for every page.
export function suitSign(letter) {
  const template = document.querySelector('template[data-suit="' + letter + '"]');
  return template ? template.content.cloneNode(true) : document.createTextNode(letter);
}

// One badge for a wind, two for a side.
export function badge(page, column) {
  const one = (badge) => {
    const element = h("span", {
      class: "wind wind-" + badge.wind.toLowerCase(),
      role: "img",
      "aria-label": badge.word,
    });
    element.append(h("span", { "aria-hidden": "true" }, badge.letter));
    return element;
  };
  return h("span", { class: "phone-badges" }, page.seats[column].winds.map(one));
}
