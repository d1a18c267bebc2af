// The page: which view is shown, what is searched for, and how a newer page takes its place.

const readData = () => JSON.parse(byId("data").textContent);

/** A copy of the page in a frame only hands its data to the page around it. */
const isFeed = window.parent !== window && location.search === "?newer";

let data = readData();
const clock = new Clock();
const projector = new Projector(() => draw());
const face = new ClockFace(clock, () => projector.isOn && draw());
const shown = { view: "", round: -1, byName: kept.get("xlplugin by name") === true, query: "" };

/** By the names in the address, which may be anything. */
const VIEWS = new Map([
  ["pairings", { title: t("Pairings"), is: () => data.rounds.length > 0, draw: drawPairings, search: true }],
  ["standings", { title: t("Standings"), is: () => data.standings !== null, draw: drawStandings, search: true }],
  ["crosstable", { title: t("Cross table"), is: () => data.crosstable !== null, draw: drawCrossTable, search: true }],
  ["bracket", { title: t("Bracket"), is: () => data.bracket !== null, draw: drawBracket }],
  ["chances", { title: t("Cut chances"), is: () => Boolean(data.chances), draw: drawChances, search: true }],
  ["players", { title: t("Players"), is: () => data.players.length > 0, draw: drawPlayers, search: true }],
  ["player", { title: "", is: () => currentPlayer() !== undefined, draw: drawPlayer }],
  ["clock", { title: t("Clock"), is: () => data.clock !== null, draw: drawClock }],
]);

function firstView() {
  const order = data.champion ? ["standings", "bracket"] : ["pairings", "players", "standings"];
  return order.find((name) => VIEWS.get(name).is()) || "clock";
}

/** Whom the address names, as in #player=Ann. */
function currentPlayer() {
  const [view, name] = location.hash.slice(1).split("=");
  return view === "player" && name ? data.players.find((player) => encodeURIComponent(player.name) === name) : undefined;
}

function currentView() {
  const wanted = location.hash.slice(1).split("=")[0];
  return VIEWS.get(wanted)?.is() ? wanted : firstView();
}

// drawing

function draw() {
  const view = currentView();
  if (view !== shown.view) projector.page = 0;
  shown.view = view;
  byId("event").textContent = data.event.name;
  byId("status").textContent = data.status;
  byId("made").textContent = t("As of {time}. {ruleset}: {document}.", { time: data.made, ruleset: data.event.rules, document: data.event.document });
  drawProof(data.proof);
  drawViews(view);
  byId("search-bar").hidden = projector.isOn || !VIEWS.get(view).search;
  byId("view-tools").replaceChildren();
  const content = byId("content");
  const regions = [...content.querySelectorAll(".scroll")].map((region) => region.scrollLeft);
  content.classList.toggle("wide", view === "bracket");
  VIEWS.get(view).draw(content);
  content.querySelectorAll(".scroll").forEach((region, i) => {
    region.scrollLeft = regions[i] || 0;
  });
  face.title = data.event.name;
  face.madeAt = data.madeAt;
  face.use(data.event, data.clock);
  projector.tellPage();
}

/** How anybody can see that nothing was drawn twice. */
function drawProof(proof) {
  byId("proof").hidden = !proof.commitment;
  byId("proof-hash").textContent = proof.commitment;
  byId("proof-seed").hidden = !proof.seed;
  byId("proof-seed").querySelector("code").textContent = proof.seed;
  byId("proof-text").textContent = proof.seed
    ? t("Every draw came from the event seed, which is published now that the event is over. Save this page, and anybody can run the whole event again: {command}", { command: "xlplugin check --from PAGE" })
    : t("Every draw comes from one event seed. It stays secret until the event is over, because it would give away the next pairings; what follows is its hash, so that nobody can change it unnoticed. Keep a copy of this page.");
}

function drawViews(view) {
  const links = [...VIEWS]
    .filter(([, each]) => each.title && each.is())
    .map(([name, each]) => el("a", { href: `#${name}`, "aria-current": name === view ? "page" : null }, each.title));
  const nav = byId("views");
  const focused = [...nav.children].indexOf(document.activeElement);
  nav.replaceChildren(...links);
  if (focused >= 0 && links[focused]) links[focused].focus();
}

function drawTable(content, description, nothing) {
  if (projector.isOn) {
    const box = projector.tables(description);
    content.replaceChildren(box);
    projector.narrow(box);
    return;
  }
  const rows = VIEWS.get(shown.view).search ? found(description.rows, folded(shown.query)) : description.rows;
  const box = el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": description.caption });
  if (rows.length) box.append(table(description.caption, description.headers, rows, description.class));
  content.replaceChildren(rows.length ? box : el("p", { class: "nothing" }, nothing));
}

function drawPairings(content) {
  const last = data.rounds.length - 1;
  const number = shown.round >= 0 && shown.round <= last ? shown.round : last;
  const round = data.rounds[number];
  byId("view-title").textContent = t("Pairings: {round}", { round: round.title });
  if (last > 0 && !projector.isOn) byId("view-tools").append(roundChoice(number));
  byId("view-tools").append(orderChoice());
  const described = shown.byName ? pairingsByName(round, projector.isOn) : pairingsByTable(round);
  drawTable(content, described, t("Nobody of this name is in this round."));
}

function roundChoice(number) {
  const options = data.rounds.map((round, i) => el("option", { value: String(i), selected: i === number }, round.label || round.name));
  const change = (event) => {
    shown.round = Number(event.target.value) === data.rounds.length - 1 ? -1 : Number(event.target.value);
    draw();
    byId("round").focus();
  };
  return el("span", {}, el("label", { for: "round" }, `${t("Round")} `), el("select", { id: "round", onchange: change }, options.reverse()));
}

function orderChoice() {
  const change = () => {
    shown.byName = !shown.byName;
    kept.set("xlplugin by name", shown.byName);
    projector.page = 0;
    draw();
    byId("order").focus();
  };
  return el("button", { type: "button", id: "order", "aria-pressed": String(shown.byName), onclick: change }, t("By name"));
}

function drawStandings(content) {
  byId("view-title").textContent = data.standings.title;
  drawTable(content, { ...standingsTable(data.standings), class: "standings" }, t("Nobody of this name is in the standings."));
  if (!projector.isOn && data.standings.help.length) content.append(tiebreakHelp(data.standings.help));
}

function tiebreakHelp(help) {
  return el(
    "details",
    {},
    el("summary", {}, t("How ties are broken")),
    el("p", {}, t("Ties on points are broken by these, in this order:")),
    el("ol", {}, help.map(([name, text]) => el("li", {}, el("b", {}, name), `: ${text}`))),
  );
}

function drawCrossTable(content) {
  const cross = data.crosstable;
  byId("view-title").textContent = cross.title;
  drawTable(content, { ...crossTable(cross), class: "standings cross" }, t("Nobody of this name is in the cross table."));
  if (!projector.isOn) content.append(el("p", { class: "quiet" }, crossHelp(cross)));
}

function crossHelp(cross) {
  if (cross.square) return t("In each row: the points against the player of that place.");
  const sides = cross.sides.map((name) => `${name[0]}: ${name}`).join(", ");
  if (!sides) return t("In each round: the opponent's place and the result; below it the points so far.");
  return t("In each round: the opponent's place, the side played ({sides}) and the result; below it the points so far.", { sides });
}

function drawPlayer(content) {
  const player = currentPlayer();
  byId("view-title").replaceChildren(person(player.name));
  if (!projector.isOn) byId("view-tools").append(el("a", { href: "#players" }, t("All players")));
  const table = playerTable(player.name, data.rounds);
  drawTable(content, table, t("No rounds yet."));
  if (!projector.isOn) content.prepend(el("p", { class: "quiet", dir: "auto" }, aboutPlayer(player)));
}

/** What is known of a player, in a line. */
function aboutPlayer(player) {
  const standings = data.standings;
  const at = (row, header) => row[(standings.keys || standings.headers).indexOf(header)];
  const row = standings && standings.rows.find((cells) => at(cells, "Player") === player.name);
  const place = row ? t("{standings}: rank {rank}, points {points}", { standings: standings.title, rank: at(row, "Rank"), points: at(row, "Points") }) : "";
  return [place, player.club, player.status].filter(Boolean).join(". ");
}

function drawBracket(content) {
  byId("view-title").replaceChildren(...(data.champion ? withElements(t("Bracket. Champion: {player}"), { player: person(data.champion) }) : [t("Bracket")]));
  const drawn = bracket(data.bracket);
  const region = el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": t("Bracket") }, drawn);
  content.replaceChildren(region);
  if (hasSides(data.bracket)) byId("view-tools").append(el("span", { class: "quiet" }, t("C: Corp, R: Runner")));
  if (projector.isOn) projector.bracket(drawn, data.bracket);
}

function drawChances(content) {
  const { title, draws, note } = data.chances;
  byId("view-title").textContent = title;
  drawTable(content, chancesTable(data.chances), t("Nobody of this name plays."));
  if (!projector.isOn) content.append(...[draws, note].filter(Boolean).map((text) => el("p", { class: "quiet" }, text)));
}

function drawPlayers(content) {
  byId("view-title").textContent = t("Players ({n})", { n: data.players.length });
  const byName = [...data.players].sort((one, two) => one.name.localeCompare(two.name, LANGUAGE));
  drawTable(content, playersTable(byName), t("Nobody of this name plays."));
}

function drawClock(content) {
  byId("view-title").textContent = data.clock.round;
  projector.pages = 1;
  if (face.element.parentNode !== content) content.replaceChildren(face.element);
}
