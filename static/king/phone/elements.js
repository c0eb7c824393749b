// Small builders of elements; text is always set as text.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") element.onclick = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
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
  const one = (wind) => {
    const element = h("span", {
      class: "wind wind-" + wind.wind.toLowerCase(),
      role: "img",
      "aria-label": wind.word,
    });
    element.append(h("span", { "aria-hidden": "true" }, wind.letter));
    return element;
  };
  return h("span", { class: "phone-badges" }, page.seats[column].winds.map(one));
}

export const FILLED = { class: "btn btn-primary" };
export const CLOSES = { "data-close": true };

export function button(act, label, onclick, more = {}) {
  return h("button", { class: "btn btn-outline-secondary", "data-act": act, onclick: onclick, ...more }, label);
}

// Over the page until it is answered: what is asked, and the keys that answer.
export function dialog(title, asked, answers, more = "") {
  return h(
    "div",
    { class: "phone-overlay" + more, role: "dialog", "aria-modal": "true", "aria-label": title },
    asked,
    h("div", { class: "phone-overlay-end" }, answers),
  );
}

// The marks by which an element is found again when the page is drawn anew.
function purpose(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const { state, ...marks } = node.dataset;
  return JSON.stringify([node.nodeName, node.classList[0], marks]);
}

// The page becomes as it was drawn. An element of the same purpose stays, with the focus, its scrolling and the text
// typed in it.
export function patch(parent, drawn) {
  const before = Array.from(parent.childNodes);
  const nodes = drawn.map((node) => {
    const place = before.findIndex((old) => purpose(old) === purpose(node));
    if (place < 0) return node;
    const [kept] = before.splice(place, 1);
    return become(kept, node);
  });
  for (const gone of before) gone.remove();
  nodes.forEach((node, place) => {
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] || null);
  });
}

function become(node, drawn) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== drawn.data) node.data = drawn.data;
    return node;
  }
  for (const { name } of Array.from(node.attributes)) if (!drawn.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of drawn.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  node.onclick = drawn.onclick;
  patch(node, Array.from(drawn.childNodes));
  return node;
}
