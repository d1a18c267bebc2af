// The round clock. One that the organizer has started comes with the page: since when it runs, the same
// instant everywhere. Else it is this device's own; what is kept is when it ends, so that it goes on
// whatever happens to the page.

const MINUTE = 60_000;

/** The clock of one round: {left} while it stands, {end} while it runs; milliseconds. */
class Clock {
  constructor() {
    this.key = "";
    this.shared = null; // {start, more, paused}: that of the organizer
    this.state = { left: 0 };
    this.audio = null;
    this.told = null; // what has been sounded for: "", "warning", "end"
  }

  /** Go on with the clock of a round, or set it anew. */
  use(event, rules) {
    const key = `xlplugin clock ${event.name} ${event.date} ${rules.round} ${rules.minutes}`;
    const isSame = key === this.key && JSON.stringify(rules.started) === JSON.stringify(this.shared);
    this.rules = rules;
    if (isSame) return;
    this.key = key;
    this.shared = rules.started;
    this.state = kept.get(key) || { left: (rules.minutes || 0) * MINUTE };
    this.told = this.phase();
  }

  keep(state) {
    this.state = state;
    kept.set(this.key, state);
    this.told = this.phase();
  }

  get isRunning() {
    if (this.shared) return this.shared.paused === null && Date.now() >= this.shared.start;
    return this.state.end !== undefined;
  }

  get isTouched() {
    return this.isRunning || this.state.left !== this.rules.minutes * MINUTE;
  }

  /** When time is up, unless the clock is paused. */
  get end() {
    return this.shared.start + (this.rules.minutes + this.shared.more) * MINUTE;
  }

  /** Milliseconds left; less than nothing once time is up. */
  left() {
    if (this.shared) {
      const now = this.shared.paused === null ? Date.now() : this.shared.paused;
      return this.end - Math.max(now, this.shared.start);
    }
    return this.isRunning ? this.state.end - Date.now() : this.state.left;
  }

  phase() {
    const left = this.left();
    if (left <= 0) return "end";
    return this.rules.warning && left <= this.rules.warning * MINUTE ? "warning" : "";
  }

  start() {
    this.keep({ end: Date.now() + this.left() });
  }

  pause() {
    this.keep({ left: Math.max(0, this.left()) });
  }

  /** More time; once time is up it counts from now. */
  extend(minutes) {
    const left = Math.max(0, this.left()) + minutes * MINUTE;
    this.keep(this.isRunning ? { end: Date.now() + left } : { left });
  }

  reset() {
    this.keep({ left: this.rules.minutes * MINUTE });
  }

  /** Whether a phase has begun since this was last asked; then it is sounded. */
  news() {
    const phase = this.phase();
    if (phase === this.told || !this.isRunning) return "";
    this.told = phase;
    if (phase) this.sound(phase === "end" ? 5 : 2);
    return phase;
  }

  /** Browsers let a page make sounds once somebody has touched it. */
  wake() {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return;
    this.audio = this.audio || new Audio();
    if (this.audio.state === "suspended") this.audio.resume();
  }

  /** On the device whose clock it is, and on the projector; not on everybody's phone at once. */
  get hasSound() {
    const wanted = kept.get("xlplugin sound");
    return typeof wanted === "boolean" ? wanted : !this.shared || projector.isOn;
  }

  get canSound() {
    return this.audio !== null && this.audio.state === "running";
  }

  sound(times) {
    if (!this.hasSound || !this.canSound) return;
    for (let i = 0; i < times; i += 1) {
      const at = this.audio.currentTime + i * 0.6;
      const tone = this.audio.createOscillator();
      const loud = this.audio.createGain();
      tone.frequency.value = i % 2 ? 660 : 880;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.6, at + 0.03);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      tone.connect(loud).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + 0.55);
    }
  }
}

/** As a clock shows it: 64:05, 1:04:05 from two hours on, +0:30 once time is up. */
function clockText(milliseconds) {
  const over = milliseconds <= -1000;
  const seconds = over ? Math.floor(-milliseconds / 1000) : Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = seconds >= 7200 ? Math.floor(seconds / 3600) : 0;
  const minutes = Math.floor((seconds - hours * 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return `${over ? "+" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** As the clocks around the reader show it. */
const timeOfDay = (moment) => new Date(moment).toLocaleTimeString(LANGUAGE === "en" ? [] : LANGUAGE, { hour: "2-digit", minute: "2-digit" });

function forecastText(part, round, [low, median, high]) {
  const values = { round, low, median, high };
  if (part === "round") return t("{round} over at about {median} ({low} to {high})", values);
  if (part === "day_one") return t("Day one over at about {median} ({low} to {high})", values);
  if (part === "swiss") return t("Swiss rounds over at about {median} ({low} to {high})", values);
  return t("Cut over at about {median} ({low} to {high})", values);
}

/** The view of the clock, and what keeps it going. */
class ClockFace {
  constructor(clock, onalarm) {
    this.clock = clock;
    this.onalarm = onalarm;
    this.madeAt = 0;
    this.digits = el("p", { class: "digits", role: "timer", "aria-label": t("Time left in the round") });
    this.note = el("p", { class: "clock-note" });
    this.forecast = el("ul", { class: "forecast", "aria-label": t("Forecast") });
    this.go = el("button", { type: "button", class: "main", onclick: () => this.act(() => (clock.isRunning ? clock.pause() : clock.start())) });
    this.again = el("button", { type: "button", onclick: () => this.act(() => clock.reset()) }, t("Set back"));
    this.mute = el("button", { type: "button", "aria-pressed": "true", onclick: () => this.act(() => this.toggleSound()) }, t("Sound"));
    const more = [1, 3].map((n) =>
      el("button", { type: "button", onclick: () => this.act(() => clock.extend(n)) }, t("+{minutes} min", { minutes: n })),
    );
    this.own = [this.go, ...more, this.again];
    this.controls = el("div", { class: "controls", role: "group", "aria-label": t("Clock") }, this.own, this.mute);
    this.longer = el("ul", { class: "longer", "aria-label": t("Tables with extra minutes") });
    this.steps = el("div", { class: "procedure" });
    this.element = el("div", { class: "clock" }, this.digits, this.note, this.forecast, this.longer, this.controls, this.steps);
  }

  act(what) {
    this.clock.wake();
    what();
    this.show();
  }

  toggleSound() {
    kept.set("xlplugin sound", !this.clock.hasSound);
    if (this.clock.hasSound) setTimeout(() => this.clock.sound(1), 50);
  }

  /** Take up the rules of a round. */
  use(event, rules) {
    const limited = Boolean(rules && rules.minutes);
    this.limited = limited;
    this.rules = rules;
    if (limited) this.clock.use(event, rules);
    for (const part of [this.digits, this.controls]) part.hidden = !limited;
    for (const button of this.own) button.hidden = Boolean(limited && rules.started);
    this.longer.replaceChildren(...(limited ? rules.extra : []).map(([table, minutes]) => el("li", {}, `${t("Table {table} (+{minutes} min)", { table, minutes })} `, el("b"))));
    this.longer.hidden = !limited || !rules.extra.length;
    this.steps.replaceChildren(...(limited ? procedure(rules) : []));
    this.show();
  }

  show() {
    const small = byId("small-clock");
    small.hidden = !this.limited;
    this.foretell();
    if (!this.limited) {
      this.note.textContent = this.rules ? this.rules.why : "";
      this.alarm("");
      return;
    }
    const { clock } = this;
    const phase = clock.phase();
    const text = clockText(clock.left());
    const running = clock.isRunning;
    for (const shown of [this.digits, small]) {
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("ended", phase === "end");
      shown.classList.toggle("warned", phase === "warning");
      shown.classList.toggle("standing", !running);
    }
    small.title = t("Show the clock");
    this.go.textContent = running ? t("Pause") : clock.isTouched && clock.left() > 0 ? t("Go on") : t("Start");
    this.go.disabled = !running && clock.left() <= 0;
    this.again.disabled = running && phase !== "end" ? true : !clock.isTouched;
    this.mute.setAttribute("aria-pressed", String(clock.hasSound));
    this.note.textContent = this.says(phase, running);
    this.clock.rules.extra.forEach(([, minutes], i) => {
      this.longer.children[i].lastChild.textContent = clockText(clock.left() + minutes * MINUTE);
    });
    if (!running || phase !== "end") this.alarm("");
  }

  /** The ends to come, each as long as it can be right. */
  foretell() {
    const ends = this.rules ? Object.entries(this.rules.forecast).filter(([, [, , high]]) => Date.now() < high) : [];
    const lines = ends.map(([part, times]) => forecastText(part, this.rules.round, times.map(timeOfDay)));
    const shown = [...this.forecast.children].map((line) => line.textContent);
    if (lines.join() !== shown.join()) this.forecast.replaceChildren(...lines.map((line) => el("li", {}, line)));
    this.forecast.hidden = !lines.length;
  }

  says(phase, running) {
    const { rules, shared } = this.clock;
    if (shared && this.madeAt > Date.now() + MINUTE) return t("{round}: the clock of this device is slow, so what it shows here is wrong.", rules);
    if (phase === "end") return t("{round}: time is up.", rules);
    if (phase === "warning" && running) return t("{round}: warn the players, {warning} minutes or less are left ({rule}).", rules);
    if (running && this.clock.hasSound && !this.clock.canSound) return t("{round}. Touch the page once, or the end will be silent.", rules);
    const values = { round: rules.round, minutes: rules.minutes + (shared ? shared.more : 0) };
    if (shared ? shared.paused !== null : !running && this.clock.isTouched) return t("{round}: {minutes} minutes, paused.", values);
    if (!shared) return running ? t("{round}: {minutes} minutes, on this device only.", values) : t("{round}: {minutes} minutes.", values);
    if (running) return t("{round}: {minutes} minutes, until {time}.", { ...values, time: timeOfDay(this.clock.end) });
    return t("{round}: {minutes} minutes, from {time}.", { ...values, time: timeOfDay(shared.start) });
  }

  tick() {
    this.foretell();
    if (!this.limited) return;
    const news = this.clock.news();
    this.show();
    if (news === "end" || (this.clock.isRunning && this.clock.phase() === "end")) {
      const left = this.clock.left();
      const on = this.rules.extra.filter(([, minutes]) => left + minutes * MINUTE > 0).map(([table]) => table);
      const values = { round: this.rules.round, tables: on.join(", ") };
      const text = on.length ? t("Time is up in {round}, but not yet at table {tables}.", values) : t("Time is up in {round}.", values);
      this.alarm(`${text} ${this.rules.steps[0] || ""}`.trim());
    }
  }

  /** The one thing that is said aloud by itself. */
  alarm(text) {
    const alarm = byId("alarm");
    if (alarm.textContent !== text) {
      alarm.textContent = text;
      this.onalarm();
    }
    document.title = text ? t("Time! {event}", { event: this.title }) : this.title;
  }
}

function procedure(rules) {
  if (!rules.steps.length) return [];
  return [
    el("h3", {}, t("When time is called")),
    el("ol", {}, rules.steps.map((step) => el("li", {}, step))),
    el("p", { class: "quiet" }, rules.rule),
  ];
}
