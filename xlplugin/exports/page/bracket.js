// The bracket: games as a list for whoever listens, boxes with lines for whoever looks.

const BOX = { width: 16.5, gap: 1.5, height: 2.9, pitch: 3.4, head: 3.6 };
/** In em, so that the whole bracket grows with the size of its letters. */

const STEP = BOX.width + BOX.gap;

/** How wide and high a bracket is, in em. */
function bracketSize(areas) {
  const columns = Math.max(...areas.map((area) => area.columns.length));
  const height = areas.reduce((sum, area) => sum + areaHeight(area), 0);
  return { width: columns * STEP - BOX.gap + 0.4, height };
}

const areaHeight = (area) => BOX.head + area.height * BOX.pitch + 0.4;

function bracket(areas) {
  const size = bracketSize(areas);
  const box = el("div", { class: "bracket" }, areas.map(bracketArea));
  box.style.width = `${size.width}em`;
  return box;
}

function bracketArea(area) {
  const place = new Map(area.games.map((game) => [game.number, game]));
  const heads = area.columns.map((title, column) => {
    const head = el("span", { class: "column-title", "aria-hidden": "true" }, title);
    head.style.left = `${column * STEP}em`;
    return head;
  });
  const inOrder = [...area.games].sort((a, b) => a.column - b.column || a.top - b.top);
  const games = inOrder.map((game) => bracketGame(game, area.columns[game.column]));
  const section = el(
    "section",
    { class: "area", "aria-label": area.title },
    el("h3", {}, area.title),
    heads,
    bracketLines(area, place),
    el("ol", {}, games),
  );
  section.style.height = `${areaHeight(area)}em`;
  return section;
}

const topOf = (game) => BOX.head + game.top * BOX.pitch;

function bracketGame(game, round) {
  const box = el(
    "li",
    { class: "game" },
    el("span", { class: "game-number" }, hidden(`${round}, ${t("game")} `), String(game.number), game.note ? hidden(` (${game.note})`) : null),
    el("span", { class: "sides" }, game.players.map((player) => bracketPlayer(player))),
  );
  box.style.left = `${game.column * STEP}em`;
  box.style.top = `${topOf(game)}em`;
  return box;
}

/** In words, and as they look. */
const OUTCOMES = new Map([
  ["W", [t("won"), "won"]],
  ["L", [t("lost"), "lost"]],
]);

function bracketPlayer(player) {
  const [outcome, looks] = OUTCOMES.get(player.outcome) || ["", ""];
  return el(
    "span",
    { class: `entrant ${player.awaited ? "awaited" : ""} ${looks}` },
    el("span", { class: "seed" }, player.seed ? hidden(`, ${t("seed")} `) : hidden(", "), player.seed, hidden(" ")),
    el("bdi", { class: "name", title: player.name }, player.name),
    player.more ? el("span", { class: "more" }, hidden(", "), shortSide(player.more)) : null,
    outcome ? el("span", { class: "outcome" }, hidden(`, ${outcome}`), el("span", { "aria-hidden": "true" }, player.letter || player.outcome)) : null,
  );
}

/** The first letter of a side is seen, the whole word is heard; numbers stay as they are. */
function shortSide(text) {
  if (/^\d/.test(text)) return text;
  return [el("abbr", { title: text, "aria-hidden": "true" }, text[0]), hidden(text)];
}

const hasSides = (areas) => areas.some((area) => area.games.some((game) => game.players.some((player) => /^\D/.test(player.more || ""))));

function bracketLines(area, place) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("aria-hidden", "true");
  const width = area.columns.length * STEP;
  svg.setAttribute("viewBox", `0 0 ${width} ${areaHeight(area)}`);
  svg.style.width = `${width}em`;
  svg.style.height = `${areaHeight(area)}em`;
  for (const [from, to] of area.lines) {
    const [a, b] = [place.get(from), place.get(to)];
    const line = document.createElementNS(space, "path");
    const [x1, x2] = [a.column * STEP + BOX.width, b.column * STEP];
    const [y1, y2] = [topOf(a) + BOX.height / 2, topOf(b) + BOX.height / 2];
    line.setAttribute("d", `M${x1} ${y1}H${x2 - BOX.gap / 2}V${y2}H${x2}`);
    svg.append(line);
  }
  return svg;
}
