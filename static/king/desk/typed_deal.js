// A deal typed in: what is left of each suit, what is there twice, how many cards each hand has. Enter goes on.
import "./desk.js";

function listen(form) {
  const deck = form.dataset.deck.split(" ");
  const each = Number(form.dataset.each);
  const words = JSON.parse(document.getElementById("typed-words").textContent);
  const inputs = Array.from(form.querySelectorAll("input[data-suit]"));
  const rest = document.getElementById("typed-rest");
  const wrong = document.getElementById("typed-wrong");
  // The letters of the pack in use, and those of every pack as ours.
  const { letters, read } = words;
  const label = (rank) => (rank === "T" ? "10" : letters[rank] || rank);
  let dirty = false;

  // The ranks of a field; what is no rank is given back as it is.
  function ranks(input) {
    return Array.from(
      input.value
        .toUpperCase()
        .replace(/10/g, "T")
        .replace(/[\s,;.\-–—]/g, ""),
      (letter) => read[letter] || letter,
    );
  }

  function cardsOf(fields) {
    return fields.flatMap((input) => ranks(input).map((rank) => input.dataset.suit + rank));
  }

  function draw() {
    const all = cardsOf(inputs);
    const left = deck.filter((card) => !all.includes(card));
    const odd = new Set(all.filter((card, place) => all.indexOf(card) !== place || !deck.includes(card)));
    for (const cell of form.querySelectorAll("[data-left]")) {
      const suit = cell.dataset.left;
      const here = left.filter((card) => card[0] === suit).map((card) => label(card[1]));
      cell.querySelector("span").textContent = here.length ? here.join(" ") : words.none;
    }
    const counts = [];
    for (const row of form.querySelectorAll("tr[data-wind]")) {
      const count = cardsOf(Array.from(row.querySelectorAll("input"))).length;
      const cell = row.querySelector("[data-count]");
      cell.textContent = count ? words.of.replace("{n}", count).replace("{all}", each) : "";
      cell.className = "count" + (count === each ? " is-full" : count > each ? " is-wrong" : "");
      counts.push(count);
    }
    for (const input of inputs) {
      const bad = ranks(input).some((rank) => odd.has(input.dataset.suit + rank));
      input.setAttribute("aria-invalid", bad ? "true" : "false");
      input.classList.toggle("is-invalid", bad);
    }
    const symbols = { S: "♠", H: "♥", D: "♦", C: "♣" };
    const said = Array.from(odd).map(
      (card) => symbols[card[0]] + label(card.slice(1)) + (deck.includes(card) ? " " + words.twice : " ?"),
    );
    wrong.textContent = said.join(", ");
    rest.hidden = !(counts.filter((count) => count === each).length === counts.length - 1 && left.length && !odd.size);
  }

  function giveRest() {
    const row = Array.from(form.querySelectorAll("tr[data-wind]")).find(
      (row_) => cardsOf(Array.from(row_.querySelectorAll("input"))).length !== each,
    );
    const all = cardsOf(inputs);
    for (const input of row.querySelectorAll("input")) {
      const more = deck
        .filter((card) => card[0] === input.dataset.suit && !all.includes(card))
        .map((card) => label(card[1]));
      input.value = ranks(input).map(label).concat(more).join("");
    }
    draw();
    form.querySelector("button.btn-primary").focus();
  }

  form.addEventListener("keydown", (event) => {
    const place = inputs.indexOf(event.target);
    if (place < 0) return;
    const step = { Enter: 1, ArrowDown: 4, ArrowUp: -4 }[event.key];
    if (!step) return;
    const next = inputs[place + step];
    if (event.key === "Enter" && !next) return;
    event.preventDefault();
    if (next) {
      next.focus();
      next.select();
    } else if (event.key === "Enter" && !rest.hidden) rest.focus();
  });
  form.addEventListener("input", () => {
    dirty = true;
    draw();
  });
  form.addEventListener("submit", () => {
    dirty = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });
  rest.addEventListener("click", giveRest);
  draw();
}

const found = document.getElementById("typed-deal");
if (found) listen(found);
