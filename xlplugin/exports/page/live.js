// The served page: its data comes from the organizer's computer, which tells by events when there is
// something newer. Connections die without a word when a phone sleeps, so what counts is when the other
// side was last heard.

/** Milliseconds without a word after which a connection counts as dead; the other side speaks every 15 s. */
const SILENCE = 40_000;
/** Milliseconds before a lost connection is told: most are back by then. */
const PATIENCE = 4_000;
/** Milliseconds over which all phones ask for the same, so that they do not all ask at once. */
const SPREAD = 400;

/** A line of its own above the tables, and one that is heard only. */
const lost = el("p", { class: "lost", id: "lost", role: "status" });
const said = el("p", { class: "sr", id: "said", role: "status" });

/** Say something to those who listen to the page. */
function say(text) {
  said.textContent = text;
}

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Ask the organizer's computer: {status, body}; status 0 is no answer. */
async function ask(path, body) {
  const given = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), 10_000);
  try {
    const answer = await fetch(path, { cache: "no-cache", credentials: "omit", signal: stop.signal, ...given });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: {} };
  } finally {
    clearTimeout(late);
  }
}

/** What the organizer's computer says by itself: that there is a newer version, or reports of some tables. */
class Connection {
  constructor(onversion, ontables) {
    this.onversion = onversion;
    this.ontables = ontables;
    this.source = null;
    this.heardAt = Date.now();
    this.openedAt = 0;
    this.lostAt = 0;
    this.hiddenAt = 0;
    this.tries = 0;
    this.timer = 0;
  }

  open() {
    this.close();
    const source = new EventSource("/events");
    let isAgain = this.openedAt > 0;
    this.openedAt = Date.now();
    const hearVersion = (event) => {
      const { v, now } = JSON.parse(event.data);
      this.hear();
      setOffset(now);
      this.onversion(v, isAgain);
      isAgain = false;
    };
    for (const name of ["version", "alive"]) source.addEventListener(name, hearVersion);
    source.addEventListener("tables", (event) => {
      this.hear();
      this.ontables(JSON.parse(event.data));
    });
    source.onerror = () => this.again();
    this.source = source;
  }

  close() {
    clearTimeout(this.timer);
    if (this.source) this.source.close();
    this.source = null;
  }

  hear() {
    this.heardAt = Date.now();
    this.lostAt = 0;
    this.tries = 0;
    this.tell();
  }

  /** Try again after a while that grows, and differs from phone to phone. */
  again() {
    this.close();
    this.lostAt = this.lostAt || Date.now();
    const wait = Math.min(1000 * 2 ** this.tries, 8000) * (0.5 + Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Awake, or back in a network: whatever connection there was is not to be trusted. */
  wake() {
    if (Date.now() - this.openedAt < 2000) return;
    this.tries = 0;
    this.open();
  }

  second() {
    const now = Date.now();
    if (this.source && now - Math.max(this.heardAt, this.openedAt) > SILENCE) this.again();
    this.tell();
  }

  get isLost() {
    const now = Date.now();
    return (this.lostAt > 0 && now - this.lostAt > PATIENCE) || now - this.heardAt > SILENCE + PATIENCE;
  }

  tell() {
    const text = this.isLost ? t("Not connected since {time}. What you see may be out of date; this page keeps trying.", { time: timeOfDay(this.heardAt) }) : "";
    if (lost.textContent !== text) lost.textContent = text;
  }
}

const connection = new Connection(
  (version, isAgain) => {
    if (isAgain || version !== data.live.v) takeNewer();
    if (isAgain) me.ask();
  },
  (news) => me.tables(news),
);

const newer = { isAsked: false, isWanted: false };

/** Take over what is newer, once for however many asked for it; a page that nobody sees waits until it is seen. */
async function takeNewer() {
  newer.isWanted = true;
  if (newer.isAsked || document.hidden) return;
  newer.isAsked = true;
  while (newer.isWanted && !document.hidden) {
    newer.isWanted = false;
    await later(Math.random() * SPREAD);
    const { status, body } = await ask("/data");
    if (status === 200) take(body);
    else {
      newer.isWanted = true;
      await later(2000);
    }
  }
  newer.isAsked = false;
}

/** Take over newer data without losing what is typed, shown or running. */
function take(body) {
  if (body.live.v === data.live.v && body.made === data.made) return;
  const rounds = data.rounds.length;
  served = body;
  data = asOfHere(body);
  if (body.rounds.length !== rounds) shown.round = -1;
  drawCorner();
  draw();
  me.ask();
}

// times of the organizer's computer, as times of this device

/** The data as they came. */
let served = data;
/** Milliseconds by which this device is ahead; nothing while that is less than a second. */
let offset = 0;

function setOffset(now) {
  const ahead = Date.now() - now;
  const found = Math.abs(ahead) < 1000 ? 0 : ahead;
  if (found === offset || (found && Math.abs(found - offset) < 1000)) return;
  offset = found;
  data = asOfHere(served);
  draw();
}

function asOfHere(body) {
  if (!offset) return body;
  const here = (moment) => (moment === null ? null : moment + offset);
  const { clock } = body;
  if (!clock) return { ...body, madeAt: here(body.madeAt) };
  const { started } = clock;
  const forecast = Object.fromEntries(Object.entries(clock.forecast).map(([part, times]) => [part, times.map(here)]));
  const shared = started && { ...started, start: here(started.start), paused: here(started.paused) };
  return { ...body, madeAt: here(body.madeAt), clock: { ...clock, started: shared, forecast } };
}

/** Where a page that is opened begins. */
function backInPlace() {
  connection.open();
  setInterval(() => connection.second(), 1000);
  for (const event of ["online", "pageshow"]) window.addEventListener(event, () => connection.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    connection.wake();
    if (newer.isWanted) takeNewer();
  });
}

/** The address of this page for others. */
function drawAddress(content) {
  byId("view-title").textContent = t("On your phone");
  projector.pages = 1;
  const steps = [t("Join the same Wi-Fi, then scan this with the camera, or type the address.")];
  if (data.live.reports) steps.push(t("With the code on your player card you report your results there."));
  content.replaceChildren(el("div", { class: "address" }, qrCode(), el("p", { class: "url", dir: "ltr" }, data.live.address), steps.map((step) => el("p", {}, step))));
}

const qrCode = () => el("img", { class: "qr", src: data.live.qr, alt: t("QR code of {address}", { address: data.live.address }) });

/** On the projector the address stands in a corner, whatever else is shown. */
const corner = el("div", { class: "corner" });

function drawCorner() {
  const { qr, address } = data.live;
  if (!qr) corner.replaceChildren();
  else if (corner.dataset.address !== address) corner.replaceChildren(qrCode(), el("span", { dir: "ltr" }, address.replace(/^http:\/\/|\/$/g, "")));
  corner.dataset.address = address || "";
}
