// Shows the server's answer on the sheet: points, sums, problems, proposals, and the contracts left to choose.
import { go } from "./row.js";

function sentence(sign, words) {
  const line = document.createElement("p");
  line.append(document.getElementById(sign).content.cloneNode(true), " " + words);
  return line;
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn-quiet";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

function wrong(row, sentences) {
  row.notes.querySelector(".row-problems").replaceChildren(...sentences.map((words) => sentence("sign-wrong", words)));
  for (const el of row.counts) {
    if (sentences.length) el.setAttribute("aria-invalid", "true");
    else el.removeAttribute("aria-invalid");
  }
}

// A slip that would explain the row, put right with one press; and what to know of a row that is right.
function advise(row, now, takeUp) {
  const proposals = now.proposals.map((proposal) => {
    const made = button(row.page.texts.explains.replace("{text}", proposal.text), () => takeUp(proposal.rows));
    made.classList.add("proposal");
    return made;
  });
  const units = document.querySelector("[data-rereads] [value=units]");
  if (units && row.page.editable && row.page.paper === "points" && row.isWrong && row.fitsOther) {
    const made = button(row.page.texts.like_units, () => {
      row.isOther = true;
      units.click();
    });
    made.classList.add("proposal");
    made.dataset.rereads = "";
    proposals.unshift(made);
  }
  const notes = now.notes.map((words) => sentence("sign-note", words));
  row.notes.querySelector(".row-advice").replaceChildren(...proposals, ...notes);
}

function showSums(row, now) {
  const sum = row.tr.querySelector('[data-out="sum"]');
  sum.textContent = now.sum || "";
  sum.classList.toggle("sum-wrong", now.sum_wrong);
  const running = row.tr.querySelector('[data-out="running"]');
  running.textContent = now.running || "";
  running.parentElement.classList.toggle("sum-wrong", now.running_wrong);
  // The control total is said beside the running one until they are the same.
  const control = row.tr.querySelector(".control");
  if (control) control.hidden = control.textContent.trim() === running.textContent.trim();
}

// A row that was not taken stays as it was typed, and goes on saying why.
export function showRow(row, now, takeUp) {
  const points = now.points || {};
  for (const cell of row.tr.querySelectorAll("[data-points]")) cell.textContent = points[cell.dataset.points] || "";
  showSums(row, now);
  row.tr.hidden = now.over && !row.refused && !row.texts.some(Boolean);
  row.tr.classList.toggle("row-wrong", now.state === "wrong" || row.refused !== "");
  row.tr.classList.toggle("row-ruled", now.state === "ruled" && row.refused === "");
  wrong(row, row.refused ? [row.refused] : now.problems.map(({ text }) => text));
  advise(row, row.refused ? { proposals: [], notes: [] } : now, takeUp);
  const base = row.tr.querySelector('[name$="-based_on"]');
  if (base) base.value = now.version;
}

export function showSheet(form, sheet) {
  for (const [column, total] of Object.entries(sheet.totals)) {
    for (const [name, points] of Object.entries({ ...sheet.before_rulings[column], total: total })) {
      form.querySelector("[data-" + name + '="' + column + '"]').textContent = points;
    }
  }
  const sum = form.querySelector('[data-out="sheet-sum"]');
  sum.textContent = sheet.sum;
  sum.classList.toggle("sum-wrong", sheet.sum_wrong);
  document.getElementById("sheet-problems").textContent = sheet.problems
    .filter(({ hand }) => hand === null)
    .map(({ text }) => text)
    .join(" ");
  document.getElementById("sheet-verdict").firstElementChild.textContent = sheet.verdict;
  const close = document.getElementById("close-sheet");
  for (const look of ["btn-primary", "btn-next"]) close?.classList.toggle(look, sheet.closable);
  close?.classList.toggle("btn-quiet", !sheet.closable);
  choosing(form, sheet.choice_words);
}

// Names the contracts that may be chosen next, and why the others may not.
function choosing(form, choice) {
  for (const place of form.querySelectorAll("[data-choice]")) {
    const hand = place.closest("[data-notes]").dataset.notes;
    if (!choice || String(choice.hand) !== hand) {
      place.replaceChildren();
      continue;
    }
    const line = document.createElement("p");
    line.textContent = choice.allowed;
    const list = document.createElement("ul");
    list.append(
      ...choice.refused.map((reason) => {
        const item = document.createElement("li");
        item.textContent = reason;
        return item;
      }),
    );
    place.replaceChildren(line, ...(choice.refused.length ? [list] : []));
  }
}

// Two people changed the row: both are shown, and one is chosen.
export function showConflict(row, mine, theirs, choose) {
  const texts = row.page.texts;
  const box = row.notes.querySelector("[data-conflict]");
  const title = document.createElement("p");
  title.textContent = texts.conflict.replace("{hand}", row.number);
  const choice = (text, keepsMine) =>
    button(text, () => {
      choose(keepsMine);
      if (!row.question) go(row.flow[0]);
    });
  box.replaceChildren(
    title,
    choice(texts.mine.replace("{row}", row.words(mine)), true),
    choice(texts.theirs.replace("{row}", theirs), false),
  );
  box.hidden = false;
}

export function endQuestion(row) {
  if (!row.question) return;
  row.question = null;
  row.notes.querySelector("[data-conflict]").hidden = true;
}
