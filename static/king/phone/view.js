// The captain's page: one page for the whole partita, drawn from what the phone and the desk know.
import { showClock } from "../countdown.js";
import { Drawer } from "../drawer.js";
import { sameContent } from "../outbox.js";
import { betweenPresses, deafKeys } from "../key_guard.js";
import { badge, button, h, patch } from "./elements.js";
import { bindCall, callOverlay } from "./call.js";
import { chooseSection, partnerKeys } from "./hand_choice.js";
import { describe, whoTook } from "./row_words.js";
import { helpKey, helpOverlay } from "./help.js";
import { keepPage } from "./offline.js";
import { Keys } from "./keys.js";
import { bindLanguage } from "./language.js";
import { movedKey, movedOverlay, takeBrought } from "./address_change.js";
import { oddOverlay } from "./special_rows.js";
import { contentOf, notPlayed } from "./row.js";
import { signatureSection, signOverlay, stillToSign } from "./signing.js";
import { Store } from "./store.js";
import { asksDealer, bindTable, dealerKeys, dealerLine, holderOf, mayDraw, tableOverlay } from "./table.js";
import {
  checkLine,
  conflictLine,
  handInButton,
  movingLine,
  noLongerOpen,
  numbered,
  rulingLines,
  totalsTable,
} from "./totals.js";

const page = JSON.parse(document.getElementById("phone-page").textContent);

class View {
  constructor(root, store) {
    this.page = page;
    this.root = root;
    this.store = store;
    this.keys = new Keys(
      page,
      this.store,
      () => this.draw(),
      (hand, content, base) => this.kept(hand, content, base),
    );
    this.busy = false;
    this.last = null;
    this.answer = "";
    this.signing = null;
    this.help = false;
    this.calling = false;
    this.moving = null;
    this.table = null;
    this.dealerAgain = false;
    this.unsigned = false;
    this.state = this.store.sheet.state;
    this.drawCall = bindCall(this);
    this.drawTable = bindTable(this);
    this.betweenPresses = betweenPresses(() => this.draw());
    this.settle = deafKeys(root);
    bindLanguage(this);
    this.store.listen(() => this.betweenPresses(() => this.hear()));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.closeOverlay());
    this.store.watch();
    const brought = takeBrought(this.store);
    // Asked first: whatever goes wrong while it is drawn, what was typed leaves for the desk.
    window.setTimeout(() => this.store.poll(), 500);
    this.store.send();
    const first = this.nextEmpty(0);
    if (first) this.openHand(first, true);
    else this.openTotals(true);
    this.say(brought);
  }

  hear() {
    // Another wind deals first: the hand is the same, who deals and who chooses it is not.
    if (this.current && !this.page.hands.includes(this.keys.hand)) this.openHand(this.current);
    // Another phone has entered the hand that won the match: no other is asked for.
    if (this.current && !this.keys.typed && !this.store.hands.includes(this.keys.hand)) this.openTotals();
    if (this.current) this.keys.refresh();
    // The missing signature has come: the desk's answer about it is over.
    if (this.unsigned && !stillToSign(this).length) Object.assign(this, { unsigned: false, answer: "" });
    // An answer about a sheet that has since been closed or opened again is over too.
    if (this.state !== this.store.sheet.state)
      Object.assign(this, {
        state: this.store.sheet.state,
        answer: this.store.openAgain ? this.page.texts.open_again : "",
      });
    this.hearSeats();
  }

  // Counts stand at winds, and were typed beside names: where others sit there now, whoever typed them is told.
  hearSeats() {
    const { players } = this.store.sheet.seats;
    if (!this.current || sameContent(this.keys.players, players)) return;
    this.keys.players = players;
    if (this.keys.typed && this.writable) this.answer = this.page.texts.seats_moved;
  }

  get writable() {
    return this.store.sheet.state === "open";
  }

  nextEmpty(after) {
    const empty = this.store.hands.filter((hand) => !this.store.content(hand.hand));
    const later = empty.find((hand) => hand.hand > after);
    return later ? later.hand : empty.length ? empty[0].hand : null;
  }

  openHand(number) {
    this.answer = "";
    this.current = number;
    this.keys.open(this.page.hands.find((hand) => hand.hand === number));
    this.draw();
  }

  openTotals() {
    this.current = null;
    this.draw();
  }

  // Its contract, or "to be chosen".
  titleOf(hand) {
    const content = this.store.content(hand.hand);
    const code = hand.contract || (content && content.contract);
    const contract = this.page.contracts[code];
    return contract ? contract.title : this.page.texts.to_choose;
  }

  kept(hand, content, base) {
    if (content) {
      this.last = { hand: hand, content: content, before: this.store.content(hand.hand) };
      this.store.enter(hand.hand, content, base);
    }
    const after = this.store.hands.find((other) => other.hand > hand.hand);
    const next = content ? this.nextEmpty(hand.hand) : after ? after.hand : null;
    if (next) this.openHand(next);
    else this.openTotals();
  }

  // The row kept last, as long as it stands so: who took it, and the key that takes it back.
  keptLine() {
    if (!this.last || !this.writable) return null;
    const { hand, content } = this.last;
    if (["typed", "conflict"].includes(this.store.whereIs(hand.hand))) return null;
    if (!sameContent(this.store.content(hand.hand), content)) return null;
    const row = this.store.atDesk(hand.hand) && this.store.sheet.rows[hand.hand];
    const [problem] = (row && row.problems) || [];
    const words = problem ? problem.text : (row && row.note) || whoTook(this.page, hand, content);
    return this.undoLine(hand, words, "take-back", () => this.takeBack(), problem ? "is-wrong" : "is-calm");
  }

  // A problem names its hand itself.
  undoLine(hand, words, act, undo, tone = "is-calm") {
    const title = this.titleOf(hand) + this.page.texts.colon;
    const named = [String(words).startsWith(title) ? "" : title, words];
    return h(
      "p",
      { class: "phone-missing " + tone, role: "status" },
      h("span", {}, tone === "is-wrong" ? numbered(hand.hand, "") : "", named),
      h("button", { class: "phone-undo", "data-act": act, onclick: undo }, this.page.texts.take_back),
    );
  }

  takeBack() {
    const { hand, before } = this.last;
    this.last = null;
    this.store.enter(hand.hand, before, this.store.version(hand.hand));
    this.openHand(hand.hand);
  }

  say(message) {
    this.betweenPresses(() => {
      this.answer = message || "";
    });
  }

  // `seen` are the rows that were on the screen when it was pressed: one that has changed since is looked at first.
  async handIn(withProblems, seen, otherPaper) {
    if (this.busy) return;
    this.busy = true;
    this.draw();
    const answer = await this.store.handIn(withProblems, seen, holderOf(this.store), otherPaper);
    this.betweenPresses(() => {
      this.busy = false;
      this.answer = answer.status ? answer.body.message : this.page.texts.not_reached;
      // The question is of these rows: of others it is asked again.
      this.samePaper = answer.body && answer.body.code === "same_sheet" ? seen : null;
      this.unsigned = Boolean(this.answer) && stillToSign(this).length > 0;
    });
  }

  closeOverlay() {
    const back = this.root.querySelector(".phone-overlay [data-close]");
    if (back) back.click();
  }

  stateOf(hand) {
    const where = this.store.whereIs(hand);
    const row = this.store.sheet.rows[hand];
    const wrong = row && row.problems && row.problems.length > 0 && this.store.atDesk(hand);
    return where === "conflict" ? "conflict" : wrong ? "wrong" : where || "empty";
  }

  // Where all is counted at once one dot is for all its rows: the first of them that asks for something.
  dot(hand) {
    const rows = hand.game ? hand.game.hands : [hand.hand];
    const asks = ["conflict", "wrong", "empty"].map((state) => rows.find((row) => this.stateOf(row) === state));
    const shown = asks.find(Boolean) || rows[0];
    const now = this.stateOf(shown);
    const name = hand.game ? hand.game.ends : String(hand.hand);
    const current = rows.includes(this.current);
    return h(
      "button",
      {
        class: "phone-dot is-" + now + (current ? " is-current" : ""),
        "data-hand": hand.hand,
        "data-state": now,
        "aria-label": this.page.texts.hand_dot.replace("{n}", name).replace("{state}", this.page.texts["where_" + now]),
        "aria-current": current ? "step" : null,
        onclick: () => this.openHand(shown),
      },
      name,
    );
  }

  // Its rows, each to be opened by itself.
  rowsOfGame() {
    const { game, hand } = this.keys.hand;
    if (!game) return null;
    return h(
      "div",
      { class: "phone-fields", role: "group", "aria-label": game.title },
      game.hands.map((row) =>
        h(
          "button",
          {
            class: "phone-choice phone-row is-" + this.stateOf(row) + (row === hand ? " is-chosen" : ""),
            "data-row": row,
            "aria-label": this.titleOf(this.page.hands.find((other) => other.hand === row)),
            "aria-pressed": row === hand ? "true" : "false",
            onclick: () => this.openHand(row),
          },
          String(row),
        ),
      ),
    );
  }

  // The hands in a strip that is as wide as the phone and moves under the thumb, the totals always beside it.
  dots() {
    return h(
      "nav",
      { class: "phone-dots", "aria-label": this.page.texts.hands },
      h(
        "div",
        { class: "phone-strip" },
        this.store.hands.filter((hand) => !hand.game || hand.hand === hand.game.hands[0]).map((hand) => this.dot(hand)),
      ),
      h(
        "button",
        {
          class: "phone-dot phone-dot-sum" + (this.current ? "" : " is-current"),
          "data-act": "totals",
          "aria-label": this.page.texts.totals,
          onclick: () => this.openTotals(),
        },
        "Σ",
      ),
    );
  }

  // Another hand, or the totals: from the top, and in the middle of the strip, which else stays where it was moved to.
  showFromTop() {
    this.root.querySelector(".phone-body").scrollTop = 0;
    // In large type the page itself scrolls.
    if (this.drawn !== undefined) this.root.scrollIntoView();
    const strip = this.root.querySelector(".phone-strip");
    const shown = strip.querySelector(".is-current");
    if (shown) strip.scrollLeft = shown.offsetLeft - (strip.clientWidth - shown.offsetWidth) / 2;
  }

  conflict(hand) {
    const both = this.store.conflicts[hand.hand];
    const { texts } = this.page;
    const version = (act, title, content, keepsMine) => {
      const choose = () => {
        this.store.choose(hand.hand, keepsMine, both);
        this.openHand(hand.hand);
      };
      const told = h("span", { class: "phone-told" }, describe(this.page, hand, content));
      const look = { class: "btn btn-outline-primary" };
      return button(act, [h("strong", {}, title), h("br"), told], choose, look);
    };
    return h(
      "section",
      { class: "phone-conflict", role: "alert" },
      h("p", {}, texts.conflict),
      version("keep-mine", texts.mine, both.mine, true),
      version("keep-theirs", texts.theirs, both.theirs ? both.theirs.content : null, false),
    );
  }

  rowLine(hand) {
    const row = this.store.sheet.rows[hand.hand];
    if (!this.store.atDesk(hand.hand) || !row || !row.points) return null;
    const beside = this.writable && !this.keys.choosing && this.keys.pointsAtDesk();
    const moves = this.store.sheet.moving.includes(hand.hand) ? movingLine(this.page, hand.hand) : "";
    const words = row.problems.length
      ? row.problems.map((problem) => problem.text).join(" · ")
      : moves || row.note || this.page.texts.row_holds.replace("{sum}", row[this.page.row_figure]);
    return h(
      "p",
      { class: "phone-rowline" + (row.problems.length ? " is-wrong" : "") },
      beside
        ? null
        : this.page.columns.map((column) => [
            badge(this.page, column),
            h("span", { class: "num" }, row.points[column]),
          ]),
      h("span", { class: "phone-rowsum" }, words),
    );
  }

  handTitle() {
    const { hand, keys, choosing } = this.keys;
    const { partner, third } = this.keys.row.extra;
    const texts = this.page.texts;
    const chosenSo = choosing
      ? []
      : [partner ? texts.with_partner.replace("{wind}", this.page.seats[partner].word) : "", third ? texts.third : ""];
    const facts = [
      choosing || !keys ? "" : keys.beside,
      hand.deals,
      choosing && hand.voices === hand.chooses ? hand.chooses : "",
      ...chosenSo,
    ]
      .filter(Boolean)
      .join(" · ");
    const title = keys && !choosing ? keys.title : this.page.texts.to_choose;
    const again = () => {
      this.keys.choosing = true;
      this.draw();
    };
    const chosen = !choosing && !hand.contract && this.writable;
    return h(
      "header",
      { class: "phone-hand" },
      h(
        "h1",
        {},
        h("span", { class: "num" }, String(hand.hand)),
        " ",
        chosen ? h("button", { class: "phone-title", "data-act": "choose-again", onclick: again }, title) : title,
        " ",
        helpKey(this),
      ),
      h("p", {}, facts),
    );
  }

  handSection() {
    const hand = this.keys.hand;
    const title = this.handTitle();
    if (asksDealer(this)) return [dealerKeys(this)];
    if (this.store.conflicts[hand.hand]) return [title, this.conflict(hand)];
    const ruled = rulingLines(this.store.rulingsOf(hand.hand));
    if (!this.writable) return [title, this.rowLine(hand), ...ruled, this.notTaken(hand)];
    if (this.keys.choosing) return [title, chooseSection(this)];
    if (notPlayed(this.keys.row)) return [title, this.keys.fieldKeys()];
    return [
      title,
      this.rowsOfGame(),
      hand.contract ? partnerKeys(this) : null,
      this.keys.fieldKeys(),
      this.keys.windKeys(),
      this.proposals(hand),
      ...ruled,
    ];
  }

  // Text that the desk did not take stays to be read, also where nothing can be typed any more.
  notTaken(hand) {
    const draft = this.store.draft(hand.hand);
    const content = draft && (draft.content || contentOf(draft, hand, this.page.contracts[draft.contract]));
    if (!content || sameContent(content, this.store.content(hand.hand))) return null;
    return h("p", { class: "phone-nottaken" }, this.page.texts.not_taken, " ", describe(this.page, hand, content));
  }

  // Explanations of a row that does not add up, each put right with one tap. A row that is being typed is never written
  // over.
  proposals(hand) {
    const found = this.store.atDesk(hand.hand) && !this.keys.changed() ? this.store.sheet.suggestions[hand.hand] : null;
    const free = (row) => row.hand === hand.hand || !this.store.draft(row.hand);
    return (found || [])
      .slice(0, 2)
      .filter((proposal) => proposal.rows.length && proposal.rows.every(free))
      .map((proposal, place) => {
        const rows = proposal.rows.map((row) => ({ ...row, base: this.store.version(row.hand) }));
        return h(
          "button",
          {
            class: "phone-proposal",
            "data-act": "proposal",
            "data-place": place,
            onclick: () => this.takeProposal(rows),
          },
          h("strong", {}, this.page.texts.proposed),
          " ",
          proposal.text,
        );
      });
  }

  takeProposal(rows) {
    for (const row of rows) this.store.enter(row.hand, row.content, row.base);
    this.openHand(this.current);
  }

  // Whether the desk answers, as a short word and a sentence: on top the word, which moves nothing on the page.
  connection() {
    const texts = this.page.texts;
    const waiting = String(this.store.waiting.length);
    if (this.store.storageFails) return { kind: "is-wrong", word: texts.net_unkept, sentence: texts.storage_fails };
    if (!this.store.online)
      return {
        kind: "is-off",
        word: texts.net_off.replace("{n}", waiting),
        sentence: texts.offline.replace("{n}", waiting),
      };
    return this.store.outbox.length
      ? { kind: "", word: texts.net_sending.replace("{n}", waiting), sentence: texts.sending }
      : null;
  }

  drawConnection() {
    const found = this.connection();
    const chip = document.getElementById("phone-net");
    chip.className = "phone-net" + (found ? " " + found.kind : " is-quiet");
    if (chip.textContent !== (found ? found.word : "")) chip.textContent = found ? found.word : "";
    chip.title = found ? found.sentence : "";
  }

  // Over the keys: before the first row who deals, then what is missing, else a hand to choose between two, else that the desk stays away, else what it says
  // of the row, else what was kept, until something is typed, else whether the desk answers.
  overKeys() {
    const { keys } = this;
    if (keys.cleared)
      return this.undoLine(keys.hand, this.page.texts.empty_row, "put-back", () => keys.putIn(keys.cleared));
    const words = this.keys.words();
    const choose = words ? null : conflictLine(this);
    if (choose) return choose;
    const line = words || this.keys.changed() ? null : this.rowLine(this.keys.hand);
    const found = this.connection();
    const nothing = this.page.hands.every((hand) => !this.store.whereIs(hand.hand));
    const seats = nothing && !this.store.sheet.seats.elsewhere.length ? this.page.texts.sit_so : "";
    const warns = words || (found && found.kind ? found.sentence : "");
    if (!words && this.store.away) return this.awayLine();
    if (nothing && !keys.typed && !keys.explained && this.store.online && mayDraw(this)) return dealerLine(this);
    const kept = words || line || this.keys.typed ? null : this.keptLine();
    return line || kept || h("p", { class: "phone-missing", role: "status" }, warns || seats);
  }

  // Where the desk stays away it may have another address.
  awayLine() {
    return this.store.away
      ? h(
          "p",
          { class: "phone-missing", role: "status" },
          h("span", {}, this.page.texts.away.replace("{n}", String(this.store.outbox.length))),
          movedKey(this),
        )
      : null;
  }

  bottom() {
    if (!this.current)
      return [this.awayLine() || this.keptLine(), checkLine(this), signatureSection(this), handInButton(this)];
    if (!this.writable) return noLongerOpen(this);
    if (this.store.conflicts[this.current] || asksDealer(this)) return null;
    return [
      h("div", { class: "phone-over" }, this.overKeys()),
      this.keys.choosing || notPlayed(this.keys.row) ? null : this.keys.numberKeys(),
      h(
        "div",
        { class: "phone-buttons" },
        h(
          "button",
          {
            class: "btn btn-lg btn-outline-secondary",
            "data-act": "clear",
            "aria-label": this.page.texts.clear,
            onclick: () => this.keys.erase(),
          },
          "⌫",
        ),
        this.keys.mainButton(),
      ),
    ];
  }

  draw() {
    const parts = this.current ? this.handSection() : [totalsTable(this)];
    const overlay = this.overlay();
    this.drawCall();
    this.drawTable();
    this.drawConnection();
    showClock(document.querySelector(".phone-top .clock"), this.store.sheet.clock || null);
    const middle = h(
      "div",
      { class: "phone-middle" },
      h("div", { class: "phone-body" }, parts.flat().filter(Boolean)),
      this.said(),
    );
    const children = [this.dots(), middle, h("footer", { class: "phone-bottom" }, this.bottom())];
    for (const child of children) child.inert = Boolean(overlay);
    const opened = overlay && !this.root.querySelector(".phone-overlay");
    this.settleIfOther(overlay);
    patch(this.root, [...children, overlay].filter(Boolean));
    if (this.drawn !== this.current) this.showFromTop();
    this.drawn = this.current;
    if (opened) this.root.querySelector(".phone-overlay button").focus({ preventScroll: true });
  }

  // Keys whose purpose has changed since the last drawing wait for a tap that is meant for them.
  settleIfOther(overlay) {
    const asks = overlay ? overlay.getAttribute("aria-label") : "";
    const hand = this.current
      ? [this.current, this.keys.choosing, this.keys.told, Boolean(this.store.conflicts[this.current])]
      : [];
    const scene = JSON.stringify([asks, this.writable, ...hand]);
    if (this.scene && this.scene !== scene) this.settle();
    this.scene = scene;
  }

  overlay() {
    if (this.help) return helpOverlay(this);
    if (this.calling) return callOverlay(this);
    if (this.table) return tableOverlay(this);
    if (this.moving) return movedOverlay(this);
    return this.current ? this.keys.overlay && oddOverlay(this.keys) : signOverlay(this);
  }

  // The desk's answer lies over the page until it has been read: nothing moves under the thumb.
  said() {
    const refused = [...new Set(Object.values(this.store.refusals))].filter(Boolean);
    const words = [...refused, this.answer].filter(Boolean).join(" ");
    const close = () => {
      this.store.refusals = {};
      this.answer = "";
      this.draw();
    };
    return (
      words &&
      h(
        "div",
        { class: "phone-refusal", role: refused.length ? "alert" : "status" },
        h("span", {}, words),
        h(
          "button",
          { class: "phone-read", "data-act": "read", "aria-label": this.page.texts.read, onclick: close },
          "×",
        ),
      )
    );
  }
}

async function show() {
  const holders = new Drawer("king:holder", [["king:holder", (player) => ({ holder: String(player) })]]);
  const store = new Store(page, new Drawer("king:" + page.key), holders);
  // Whatever is wrong with what was kept, the page is shown.
  await store.open().finally(() => {
    view = new View(document.getElementById("phone"), store);
  });
}

keepPage(page);
export let view = null;
show();
