// The meaning of a typed digit in a row of counts, or of points. The page says how many units a hand has and what each
// is worth; no rule is known here. A hand (`rule`) says: `units`, the sum of the row (null: it has none); `most`, of
// one place; `step`, what one unit makes; `sign`, what a number without one means; `free`, where a sale moves the sum.
const MINUS = "\u2212";

export function numberOf(text) {
  const plain = text.trim().replace(MINUS, "-");
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}

export function textOf(number) {
  return String(number).replace("-", MINUS);
}

const sum = (texts) => texts.reduce((total, text) => total + (numberOf(text) || 0), 0);

// The most that this place of the row can still be: the units less what stands before it.
export function limitAt(rule, counts, place) {
  if (rule.units === null || rule.free || rule.sign === "either") return rule.most;
  return Math.max(0, Math.min(rule.most, rule.units - sum(counts.slice(0, place))));
}

// Whether more digits make another number that this place may hold.
function grows(digits, limit, step) {
  if (Number(digits) === 0) return false;
  for (let number = step; number <= limit; number += step) {
    const text = String(number);
    if (text.length > digits.length && text.startsWith(digits)) return true;
  }
  return false;
}

// "wait": another digit may follow. "go": the count is whole. An array: a count, and the first digit of the next one.
export function readDigits(text, limit, step = 1) {
  const parts = /^([+\u2212-]?)(\d+)$/.exec(text.trim());
  if (!parts || !step || !Number.isFinite(limit) || grows(parts[2], limit, step)) return "wait";
  const digits = parts[2];
  const first = Number(digits[0]);
  const isTwo =
    !parts[1] && digits.length === 2 && Number(digits) > limit && limit < 10 * (first + 1) && first % step === 0;
  return isTwo ? [digits[0], digits[1]] : "go";
}

// The units left for the places after this one; null where that cannot be said, as behind an empty place. Where nothing
// is counted for the row as a whole (Domino) the last place balances the others, once a sign shows who wins and who
// loses.
export function restAfter(rule, counts, place) {
  const until = counts.slice(0, place + 1);
  if (until.some((text) => text.trim() === "")) return null;
  if (rule.units !== null) return rule.units - sum(until);
  const isLast = place === counts.length - 2 && until.some((text) => /^[+\u2212-]/.test(text.trim()));
  return rule.sign === "either" && isLast ? -sum(until) : null;
}
