// A row in words and signs, whole: two versions that differ in the trump alone must not look alike.
import { h, suitSign } from "./elements.js";
import { cardParts } from "./special_rows.js";
import { countedByTaps } from "./row.js";

function counts(page, content) {
  return Object.entries(content.units || {})
    .map(([column, count]) => page.seats[column].letter + "\u00a0" + count)
    .join(" \u2002");
}

function extras(page, contract, content) {
  const { texts } = page;
  const flags = ((contract && contract.odd && contract.odd.flags) || []).filter(
    (flag) => content[flag.key] === flag.value && flag.sign && !flag.act,
  );
  return [
    content.trump === "NT" ? texts.no_trump : content.trump ? suitSign(content.trump) : null,
    content.sale
      ? texts.sold
          .replace("{buyer}", page.seats[content.sale.buyer].word)
          .replace("{price}", String(content.sale.price))
      : null,
    content.partner ? texts.partner + " " + page.seats[content.partner].letter : null,
    content.card ? h("span", {}, cardParts(page, content.card)) : null,
    content.start ? h("span", {}, cardParts(page, content.start)) : null,
    content.third ? texts.third : null,
    ...flags.map((flag) => flag.sign),
  ].filter(Boolean);
}

// Where each unit is one tap: the winds in words, for a wrong tap is seen by its name; else the row as it was typed.
export function whoTook(page, hand, content) {
  const contract = page.contracts[content.contract];
  if (!content.units || !countedByTaps(contract))
    return describe(page, { ...hand, contract: content.contract }, content);
  const winners = Object.entries(content.units).filter(([, count]) => count > 0);
  return winners.map(([column, count]) => page.seats[column].word + (count > 1 ? "\u00a0× " + count : "")).join(", ");
}

export function describe(page, hand, content) {
  if (!content) return [page.texts.empty_row];
  const contract = page.contracts[content.contract];
  const parts = [
    hand.contract || !contract ? null : contract.title,
    counts(page, content),
    ...extras(page, contract, content),
  ];
  return parts.filter(Boolean).map((part) => h("span", { class: "phone-part" }, part));
}
