// Your table: what somebody with a code of their own sees, and reports.

const CODE = "xlplugin code";
const DRAFT = "xlplugin draft";

const me = {
  code: "",
  /** What was typed as a code and is none: asked for again only when somebody says so. */
  refused: "",
  /** What the organizer's computer last said of the player; null before it did. */
  answer: null,
  /** What is wrong with what was sent, altogether and by header. */
  problem: "",
  problems: {},
  /** What is filled in so far, and for which round as it was paired. */
  draft: { made: "", answers: {} },
  isSending: false,
  isChanging: false,
  isDropping: false,
  box: null,
  drawn: "",
  /** How many requests were made, and which of them was the newest to be answered. */
  requests: 0,
  answered: 0,

  /** Begin with the code in the address, or the one that is kept. */
  begin() {
    const code = kept.get(CODE) || "";
    if (code && !location.hash) history.replaceState(null, "", "#me");
    if (location.hash.startsWith("#code=")) this.fromAddress();
    else if (code) {
      const draft = kept.get(DRAFT);
      this.use(code);
      this.draft = draft || this.draft;
    }
    window.addEventListener("hashchange", () => this.fromAddress());
  },

  /** Take a code out of the address, so that it stays neither there nor in the history. */
  fromAddress() {
    if (!location.hash.startsWith("#code=")) return;
    const code = codeIn(location.hash);
    history.replaceState(null, "", "#me");
    this.use(code);
  },

  use(code) {
    this.code = code;
    this.refused = "";
    this.answer = null;
    this.draft = { made: "", answers: {} };
    this.problem = "";
    this.problems = {};
    this.isChanging = this.isDropping = false;
    kept.set(CODE, code);
    this.show();
    this.ask();
  },

  forget() {
    this.use("");
    byId("code").focus();
  },

  /** Ask how things stand at the own table. */
  async ask() {
    if (!this.code || !data.live.reports) return;
    this.heard(await this.request("/me"));
  },

  /** Send something with the code; an answer that comes after that to a later request is too late. */
  async request(path, more = {}) {
    this.requests += 1;
    const number = this.requests;
    const { code } = this;
    const answer = { code, ...(await ask(path, { code, ...more })) };
    if (number < this.answered) return null;
    this.answered = number;
    return answer;
  },

  /** Ask again if something came from the own table. */
  tables({ tables, round }) {
    if (this.answer && this.answer.round === round && tables.includes(this.answer.table)) later(Math.random() * SPREAD).then(() => this.ask());
  },

  /** Take over an answer. */
  heard(answer) {
    if (!answer) return;
    const { status, body } = answer;
    if (status === 200) this.see(body);
    else if (status === 403) {
      this.use("");
      this.refused = answer.code;
      this.problem = body.problem;
    } else if (status === 0) {
      if (!this.answer) this.problem = t("No answer from the organizer's computer.");
    } else {
      this.problem = body.problem;
      this.problems = body.problems || {};
    }
    this.show();
  },

  see(body) {
    const before = this.answer;
    this.answer = body;
    this.problem = "";
    this.problems = {};
    if (body.made !== this.draft.made) {
      this.draft = { made: body.made, answers: {} };
      this.isChanging = false;
    }
    if (before && !this.isSending && standing(before) !== standing(body)) say(standing(body));
  },

  /** Send something; what it came to gets the focus. */
  async send(path, more = {}) {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = "";
    this.show();
    const answer = await this.request(path, more);
    if (answer && answer.status === 409) {
      if (answer.body.player) this.see(answer.body);
      else await this.ask();
      this.problem = answer.body.problem;
    } else if (answer && answer.status === 0) {
      this.problem = t("Not sent: no answer from the organizer's computer. What you filled in is still here; try again.");
    } else {
      this.heard(answer);
      if (!this.problem) this.isChanging = this.isDropping = false;
    }
    this.isSending = false;
    this.show();
    (firstWrong() || byId("problem") || byId("says") || byId("view-title")).focus();
  },

  report(more) {
    const { round, made } = this.answer;
    this.send("/report", { round, made, ...more });
  },

  show() {
    if (shown.view === "me") draw();
  },
};

/** The code in what was scanned, typed or pasted: a code, or an address with one. */
const codeIn = (text) => {
  const inside = text.split("code=").pop();
  try {
    return decodeURIComponent(inside).trim();
  } catch {
    return inside.trim();
  }
};

/** Where somebody may want to show the address to others. */
const wide = window.matchMedia("(min-width: 45rem)");

/** The views of a served page: those of one's own come first. */
function ownViews() {
  const others = [...VIEWS];
  VIEWS.clear();
  const own = [
    ["me", { title: t("Your table"), is: () => data.live.reports && !projector.isOn, draw: drawMe }],
    ["register", { title: t("Register"), is: () => Boolean(data.live.registration) && !projector.isOn, draw: drawRegister }],
  ];
  for (const [name, view] of [...own, ...others]) VIEWS.set(name, view);
  VIEWS.set("address", { title: t("On your phone"), is: () => Boolean(data.live.qr) && (projector.isOn || wide.matches), draw: drawAddress });
}

/** How the report of the own table stands, in a sentence that is read aloud too. */
function standing(answer) {
  const { state, opponent } = answer;
  const names = { player: opponent };
  if (state === "mine") return t("You have reported. {player} has not confirmed it yet.", names);
  if (state === "theirs") return t("{player} has reported a result. Is it right?", names);
  if (state === "agreed") return t("You and {player} have reported the same. You are done.", names);
  if (state === "conflict") return t("Your report and that of {player} differ. The desk will decide.", names);
  if (state === "typed") return t("The desk has entered your result.");
  return answer.canReport ? t("Report your result when your match is over.") : answer.why;
}

function drawMe(content) {
  byId("view-title").textContent = t("Your table");
  const key = JSON.stringify([me.code, me.refused, me.answer, me.problem, me.problems, me.isSending, me.isChanging, me.isDropping]);
  if (key === me.drawn && me.box && me.box.parentNode === content) return;
  const focused = content.contains(document.activeElement) ? document.activeElement.id : "";
  me.drawn = key;
  me.box = el("div", { class: "me", onchange: () => kept.set(DRAFT, me.draft) }, me.answer ? ownTable(me.answer) : askForCode());
  content.replaceChildren(me.box);
  if (focused) (byId(focused) || byId("says") || byId("code") || me.box).focus();
}

const problemLine = () => (me.problem ? el("p", { class: "wrong", id: "problem", tabindex: "-1", role: "alert", dir: "auto" }, me.problem) : null);

function askForCode() {
  if (me.code && !me.problem) return el("p", { class: "nothing" }, t("Looking for your table …"));
  const input = el("input", { id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", dir: "ltr", "aria-describedby": me.problem ? "problem" : "code-help" });
  input.value = me.code || me.refused;
  const send = () => (input.value.trim() ? me.use(codeIn(input.value)) : input.focus());
  return [
    el("p", { id: "code-help" }, t("Scan the code on your player card with the camera of your phone, or type it here.")),
    formOfFields([el("div", { class: "field" }, el("label", { for: "code" }, t("Your code")), input, problemLine())], t("Show my table"), send, false),
  ];
}

function ownTable(answer) {
  return [
    el("p", { class: "quiet whose" }, person(answer.player.name), ", ", answer.title || t("before round 1")),
    answer.checkIn.open || answer.checkIn.done ? checkIn(answer.checkIn) : null,
    answer.table ? ownSeat(answer) : null,
    ownResult(answer),
    decks(answer.decks || []),
    dropOut(answer.drop),
    el("p", { class: "forget" }, el("button", { type: "button", id: "forget", onclick: () => me.forget() }, t("Forget my code on this phone"))),
  ];
}

function ownSeat(answer) {
  const against = answer.opponent ? [el("span", { class: "quiet" }, `${t("against")} `), person(answer.opponent)] : null;
  return el(
    "div",
    { class: "seat" },
    el("p", { class: "own-table" }, answer.opponent ? t("Table {n}", { n: answer.table }) : t("Bye")),
    el("p", { class: "against" }, against),
    answer.side ? el("p", { class: "own-side" }, t("You play {side}.", { side: answer.side })) : null,
    data.clock && data.clock.minutes ? el("p", { class: "own-clock" }, el("span", { class: "quiet" }, `${t("Time left at your table")} `), ownClock) : null,
  );
}

/** What is left for the own table, with its extra minutes. */
const ownClock = el("b", { role: "timer" });

function tickOwn() {
  if (!me.answer || !face.limited || !ownClock.isConnected) return;
  const text = clockText(clock.left() + (me.answer.extra || 0) * MINUTE);
  if (ownClock.textContent !== text) ownClock.textContent = text;
}
setInterval(tickOwn, 250);

/** What was reported at the own table, and what can be done about it. */
function ownResult(answer) {
  const text = standing(answer);
  const parts = [text ? el("p", { id: "says", class: `says ${answer.state}`, tabindex: "-1", dir: "auto" }, text) : null];
  if (answer.typed) parts.push(quote(t("Entered"), answer.typed));
  if (answer.mine) parts.push(quote(t("Your report"), answer.mine.words, answer.mine.at));
  if (answer.theirs && answer.state !== "agreed") parts.push(quote(t("The report of {player}, in your words", { player: answer.opponent }), answer.theirs.words, answer.theirs.at));
  parts.push(problemLine());
  if (answer.canReport) parts.push(...actions(answer));
  return el("section", { class: "report", "aria-label": t("Your result") }, parts);
}

const quote = (whose, words, at) => el("p", { class: "quote" }, el("span", { class: "quiet", dir: "auto" }, at ? `${whose}, ${at}` : whose), el("b", { dir: "auto" }, words));

function actions(answer) {
  const { state, theirs } = answer;
  const reports = state === "none" || me.isChanging;
  const large = (id, text, what, looks = "large") => el("button", { type: "button", id, class: looks, onclick: what, "aria-disabled": me.isSending ? "true" : null }, text);
  const change = () => {
    me.isChanging = true;
    me.show();
    document.querySelector("#content .field :is(input, select)")?.focus();
  };
  if (reports && answer.form.length) {
    const send = () => me.report({ answers: me.draft.answers });
    const form = formOfFields(fieldsOf(answer.form, me.draft.answers, me.problems), t("Send my result"), send, me.isSending);
    const back = () => {
      me.isChanging = false;
      me.show();
    };
    return me.isChanging ? [form, large("back", t("Back"), back)] : [form];
  }
  const confirm = () => me.report({ confirm: true, id: theirs.id });
  if (state === "theirs") return [large("confirm", t("Yes, that is right"), confirm, "main large"), large("change", t("No, I report something else"), change)];
  if (state === "conflict") return [large("confirm", t("The report of {player} is right", { player: answer.opponent }), confirm), large("change", t("Change my report"), change)];
  return [large("change", t("Change my report"), change, "")];
}

function checkIn({ open, done }) {
  if (done) return el("p", { class: "says agreed", id: "here" }, t("You are checked in."));
  return open ? el("button", { type: "button", id: "here", class: "main large", onclick: () => me.send("/here") }, t("I am here")) : null;
}

/** Decks of the cut, as their players gave them. */
function decks(all) {
  if (!all.length) return null;
  return el("section", { class: "decks" }, el("h3", {}, t("Decks of the cut")), el("dl", {}, all.flatMap(({ name, decks: theirs }) => [el("dt", {}, person(name)), ...theirs.map((deck) => el("dd", { dir: "auto" }, deck))])));
}

/** Dropping out, asked twice. */
function dropOut({ open, asked }) {
  if (asked) {
    return el("section", { class: "drop" }, el("p", {}, t("You have said that you drop out. The desk takes this up before the next round is paired.")), el("button", { type: "button", id: "stay", onclick: () => me.send("/stay") }, t("I stay after all")));
  }
  if (!open) return null;
  const turn = (to) => () => {
    me.isDropping = to;
    me.show();
    byId(to ? "no-drop" : "drop").focus();
  };
  if (!me.isDropping) return el("section", { class: "drop" }, el("button", { type: "button", id: "drop", onclick: turn(true) }, t("Drop out of the event")));
  return el(
    "section",
    { class: "drop", "aria-label": t("Drop out of the event") },
    el("p", { id: "drop-sure" }, t("Do you drop out? You will not be paired in any later round.")),
    el("div", { class: "controls" }, el("button", { type: "button", id: "no-drop", "aria-describedby": "drop-sure", onclick: turn(false) }, t("No, I stay")), el("button", { type: "button", id: "yes-drop", class: "risky", onclick: () => me.send("/drop") }, t("Yes, I drop out"))),
  );
}
