// A row in the making: what has been typed, what is still missing, what the last wind must be.
// Nothing here knows a rule of the game: how many units a hand counts, which fields it asks for and which
// words go with them come from the desk in the page's own data.

// `keys` is the contract as the page describes it; null while the contract has not been chosen.
export function emptyRow(hand, keys) {
  const units = {};
  if (keys) for (const column of keys.columns) units[column] = null;
  return { hand: hand.hand, contract: keys ? keys.code : null, units: units, extra: {} };
}

export function rowFromContent(hand, keys, content) {
  const row = emptyRow(hand, keys);
  if (!content) return row;
  const { contract, units, ...extra } = content;
  for (const column of Object.keys(row.units)) {
    if (units && units[column] !== undefined) row.units[column] = units[column];
  }
  row.extra = extra;
  return row;
}

export function contentOf(row, hand, keys) {
  const units = {};
  for (const [column, count] of Object.entries(row.units)) if (count !== null) units[column] = count;
  const content = { contract: row.contract, ...row.extra };
  if (!notPlayed(row)) content.units = units;
  if (hand.chooser) content.chooser = hand.chooser;
  for (const field of keys ? keys.fields : []) if (isHidden(row, field)) delete content[field.key];
  return content;
}

export function notPlayed(row) {
  return row.extra.unplayed === true;
}

export function isHidden(row, field) {
  const at = (path) => path.split(".").reduce((value, key) => (value ? value[key] : undefined), row.extra);
  return (field.hidden_if || []).some((condition) => at(condition.key) === condition.value);
}

export function countUnits(row) {
  return Object.values(row.units).reduce((sum, count) => sum + (count || 0), 0);
}

export function openColumns(row) {
  return Object.keys(row.units).filter((column) => row.units[column] === null);
}

// Whether everybody takes one where such a hand is played again; the last count may be the proposed one.
export function oneEach(row, keys) {
  const open = openColumns(row).length;
  const all = Object.values(row.units).every((count) => count === 1 || count === null);
  return Boolean(keys.one_each) && open <= 1 && all && countUnits(row) + open === keys.units;
}

// Whether a player took so many tricks that the match ends with this hand; one count above all others is one winner.
export function winsMatch(content, contract) {
  if (!contract || !contract.wins || !content || content.unplayed) return false;
  const counts = Object.values(content.units || {});
  const most = Math.max(0, ...counts);
  return most >= contract.wins && counts.filter((count) => count === most).length === 1;
}

// The last open column gets what is left as a proposal, and all that are open get 0 where nothing is left; it counts
// only once it has been accepted.
export function proposalFor(row, keys) {
  const open = openColumns(row);
  if (!open.length || keys.units === null) return null;
  const left = keys.units - countUnits(row);
  return left === 0 || (left > 0 && open.length === 1) ? { columns: open, count: left } : null;
}

// One or two units in the hand: the winner of each is tapped, and no number is typed.
export function countedByTaps(keys) {
  return keys.units !== null && keys.units <= 2;
}

// "Senza donne: manca una donna (3 di 4)", or "" where the count is right. The sentences for every count come from
// the desk, so that the phone and the desk say the same.
export function missingInWords(row, keys) {
  if (notPlayed(row)) return "";
  if (keys.units === null) return closersInWords(row, keys);
  const counted = countUnits(row);
  if (oneEach(row, keys)) return keys.one_each;
  return counted === keys.units ? "" : keys.words[counted] || keys.words.more;
}

// Where a hand has no sum it is the empty hands that must be right: too many are said at once, none at the end.
function closersInWords(row, keys) {
  const closers = Object.values(row.units).filter((count) => count === 0).length;
  return closers || rowIsFull(row) ? keys.closers[closers] || "" : "";
}

export function rowIsFull(row) {
  return notPlayed(row) || openColumns(row).length === 0;
}
