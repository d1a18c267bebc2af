// Registration: name, club and decks, given once.

const registration = {
  /** What the page last said of registration: asked anew when that changes. */
  state: "",
  fields: null,
  why: "",
  answers: {},
  problem: "",
  problems: {},
  done: "",
  isSending: false,

  async ask() {
    const { status, body } = await ask("/register");
    this.fields = status === 200 ? body.fields : [];
    this.why = status === 200 ? body.why || "" : body.problem || t("No answer from the organizer's computer.");
    this.show();
  },

  async send() {
    this.isSending = true;
    this.show();
    const { name = "", club = "", ...details } = this.answers;
    const { status, body } = await ask("/register", { name, club, details });
    this.isSending = false;
    this.problem = "";
    this.problems = {};
    if (status === 200) {
      this.done = body.words;
      this.answers = {};
    } else {
      this.problem = status === 0 ? t("Not sent: no answer from the organizer's computer. What you filled in is still here; try again.") : body.problem || "";
      this.problems = body.problems || {};
    }
    this.show();
    (firstWrong() || byId("problem") || byId("registered"))?.focus();
  },

  show() {
    if (shown.view === "register") draw();
  },
};

function drawRegister(content) {
  byId("view-title").textContent = t("Register");
  if (registration.state !== data.live.registration) {
    registration.state = data.live.registration;
    registration.ask();
  }
  const key = JSON.stringify([registration.fields, registration.why, registration.problem, registration.problems, registration.done, registration.isSending]);
  if (content.firstElementChild?.dataset.key === key) return;
  const box = el("div", { class: "me" }, registerParts());
  box.dataset.key = key;
  content.replaceChildren(box);
}

function registerParts() {
  const { fields, why, problem, done } = registration;
  if (done) {
    const another = () => {
      registration.done = "";
      registration.show();
      document.querySelector("#content input")?.focus();
    };
    return [
      el("p", { class: "says agreed", id: "registered", tabindex: "-1", dir: "auto" }, done),
      el("button", { type: "button", id: "another", onclick: another }, t("Register somebody else")),
    ];
  }
  if (fields === null) return el("p", { class: "nothing" }, t("One moment …"));
  if (!fields.length) return el("p", { class: "nothing" }, why);
  return [
    why ? el("p", { class: "quiet" }, why) : null,
    problem ? el("p", { class: "wrong", id: "problem", tabindex: "-1", role: "alert", dir: "auto" }, problem) : null,
    formOfFields(fieldsOf(fields, registration.answers, registration.problems), t("Register"), () => registration.send(), registration.isSending),
  ];
}
