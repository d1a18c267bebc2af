// Pairings, standings and players as tables.

/** A table: headers are {text, class}, rows are {header, cells, name} with elements or texts. */
function table(caption, headers, rows, extra) {
  return el(
    "table",
    { class: extra },
    el("caption", { class: "sr" }, caption),
    el("thead", {}, el("tr", {}, headers.map((h) => el("th", { scope: "col", class: h.class }, h.text)))),
    el("tbody", {}, rows.flatMap((row, i) => [tableRow(row, headers, i), ...more(row, headers), ...reasonRow(row, headers, i)])),
  );
}

function tableRow(row, headers, place) {
  const cells = row.cells.map((cell, i) => {
    const attributes = { class: headers[i].class };
    if (i === row.header) return el("th", { scope: "row", ...attributes }, cell);
    return el("td", attributes, cell);
  });
  return el("tr", { class: [row.class, striped(row, place)].filter(Boolean).join(" ") || null }, cells);
}

/** What is told of a row below it, over the whole width. */
const more = (row, headers) => (row.more && row.more.length ? [el("tr", { class: "more-row" }, el("td", { colspan: String(headers.length) }, row.more.map((text) => el("p", { dir: "auto" }, text))))] : []);

/** The pairings whose reasons are shown. */
const opened = new Set();

/** Every other row is pale; those that come below some must not count. */
const striped = (row, place) => (row.match ? (place % 2 ? "pale" : "plain") : "");

/** The reasons of a pairing below its row, once its table is tapped. */
function reasonRow(row, headers, place) {
  if (!row.match || projector.isOn || !opened.has(row.match.id)) return [];
  const below = more({ more: row.match.why }, headers);
  below.forEach((each) => each.classList.add(striped(row, place)));
  return below;
}

/** The table of a match, to be tapped for the reason of the pairing. */
function whyAt(match) {
  const table = match.players[1] ? String(match.table) : t("bye");
  if (projector.isOn || !match.why.length) return table;
  const label = match.players[1] ? t("Table {table}: why this pairing?", { table }) : t("Why this bye?");
  const toggle = (event) => {
    if (!opened.delete(match.id)) opened.add(match.id);
    const place = [...document.querySelectorAll(".why")].indexOf(event.currentTarget);
    draw();
    document.querySelectorAll(".why")[place].focus();
  };
  const button = el("button", { type: "button", class: "why", "aria-expanded": String(opened.has(match.id)), "aria-label": label, onclick: toggle }, table);
  return el("span", {}, button, el("span", { class: "on-paper" }, table));
}

/** A match with what it is known by. */
const known = (round, match) => ({ ...match, id: `${round.name}|${match.players.map((player) => player.name).join("|")}` });

/** Rows whose names have the text searched for. */
const found = (rows, query) =>
  query ? rows.filter((row) => row.names.some((name) => folded(name).includes(query))) : rows;

/** What a match came to; while it is played, what its table has longer than the others. */
function score(match) {
  const [one, two] = match.players;
  if (!one.score && match.extra && !match.note) return extra(match);
  if (!one.score) return match.note && two ? match.note : "";
  if (!two) return one.score;
  return el("span", { class: "score" }, one.score, el("span", {}, " – "), two.score);
}

const extra = (match) => el("span", { class: "extra" }, t("+{minutes} min", { minutes: match.extra }));

function seat(match, place) {
  const player = match.players[place];
  if (!player) return el("span", { class: "quiet" }, t("bye"));
  const parts = [linked(player.name)];
  if (player.side) parts.push(" ", el("span", { class: "side" }, player.side));
  if (match.won === place + 1) parts.push(hidden(` (${t("won")})`));
  return el("span", { class: match.won === place + 1 ? "won" : null }, parts);
}

const sideOf = (round, i) => (round.sides.length ? round.sides[i] : t("Player {n}", { n: i + 1 }));

/** One row a table. */
function pairingsByTable(round) {
  return {
    caption: t("{round}, by table", { round: round.title }),
    width: 25,
    headers: [
      { text: t("Table"), class: "number table" },
      { text: sideOf(round, 0), class: "player" },
      { text: t("Result"), class: "result" },
      { text: sideOf(round, 1), class: "player" },
    ],
    rows: round.matches
      .map((match) => known(round, match))
      .map((match) => ({
        match,
        header: 0,
        names: match.players.map((player) => player.name),
        cells: [match.players[1] || !projector.isOn ? whyAt(match) : "–", seat(match, 0), score(match), seat(match, 1)],
      })),
  };
}

/** One row a player, in the order of names: who looks for a seat starts with the own name. */
function pairingsByName(round, short) {
  const collator = new Intl.Collator(LANGUAGE, { sensitivity: "base", numeric: true });
  const rows = round.matches.flatMap((match) =>
    match.players.map((player, i) => ({ player, other: match.players[1 - i], match: known(round, match), i })),
  );
  rows.sort((a, b) => collator.compare(a.player.name, b.player.name));
  const headers = [
    { text: t("Name"), class: "player" },
    { text: t("Table"), class: "number table" },
  ];
  if (!short) headers.push({ text: t("Against"), class: "player" }, { text: t("Result"), class: "result" });
  return {
    caption: t("{round}, by name", { round: round.title }),
    width: short ? 16 : 25,
    headers,
    rows: rows.map(({ player, other, match, i }) => {
      const side = round.sides[i] || player.side;
      const name = el("span", {}, linked(player.name), side && !short ? el("span", { class: "side" }, ` ${side}`) : null);
      const cells = [name, whyAt(match)];
      if (!short) {
        const open = match.extra && !match.note ? extra(match) : match.note;
        const result = player.score && other ? `${player.score} – ${other.score}` : player.score || (other ? open : "");
        cells.push(other ? linked(other.name) : "–", result);
      }
      return { match, header: 0, names: [player.name], cells };
    }),
  };
}

function standingsTable(standings) {
  const keys = standings.keys || standings.headers;
  const player = keys.indexOf("Player");
  return {
    caption: standings.title,
    width: 0,
    headers: standings.headers.map((text, i) => ({
      text,
      class: i === player ? "player" : standings.numbers[i] ? `number${keys[i] === "Points" ? " points" : ""}` : null,
    })),
    rows: standings.rows.map((cells) => ({
      header: player,
      names: [cells[player]],
      cells: cells.map((cell, i) => (i === player ? linked(cell) : cell)),
    })),
  };
}

/** Who is certain of the cut, who is out, and the chances of the others. */
function chancesTable(chances) {
  return {
    caption: chances.title,
    width: 22,
    headers: [{ text: t("Player"), class: "player" }, { text: t("In the cut"), class: "number" }],
    rows: chances.rows.map(([name, chance]) => ({ header: 0, names: [name], cells: [linked(name), chance] })),
  };
}

function playersTable(players) {
  const headers = { club: t("Club"), status: t("Status") };
  const more = Object.keys(headers).filter((key) => players.some((player) => player[key]));
  return {
    caption: t("Players"),
    width: more.length ? 22 : 14,
    headers: [{ text: t("Name"), class: "player" }, ...more.map((key) => ({ text: headers[key] }))],
    rows: players.map((player) => ({
      header: 0,
      class: player.status ? "gone" : null,
      names: [player.name, player.club],
      cells: [linked(player.name), ...more.map((key) => el("span", { dir: "auto" }, player[key]))],
    })),
  };
}

/** Who met whom, in the order of the standings: a column for each round, or for each opponent. */
function crossTable(cross) {
  const head = (text) => ({ text: cross.square ? text : t("Round {n}", { n: text }), class: "met" });
  return {
    caption: cross.title,
    width: 0,
    headers: [{ text: t("Place"), class: "number" }, { text: t("Player"), class: "player" }, ...cross.headers.map(head), { text: t("Points"), class: "number points" }],
    rows: cross.rows.map((row) => ({
      header: 1,
      names: [row.name],
      cells: [row.place, linked(row.name), ...row.cells.map(met), row.points],
    })),
  };
}

/** A round in the cross table: opponent and result, and below it the points so far. */
function met([text, total]) {
  if (!text || total === undefined) return text;
  return [el("span", { class: "nowrap" }, text), el("span", { class: "total" }, hidden(`, ${t("points so far")} `), total)];
}

/** The rounds of one player, oldest first, each with the reason of its pairing. */
function playerTable(name, rounds) {
  const rows = rounds.flatMap((round) =>
    round.matches.flatMap((match) => {
      const i = match.players.findIndex((player) => player.name === name);
      return i < 0 ? [] : [playerRound(round, match, i)];
    }),
  );
  return {
    caption: t("Rounds of {player}", { player: name }),
    width: 0,
    class: "rounds",
    headers: [{ text: t("Round") }, { text: t("Table"), class: "number table" }, { text: t("Against"), class: "player" }, { text: t("Result"), class: "result" }, { text: t("Total"), class: "number" }],
    rows,
  };
}

function playerRound(round, match, i) {
  const [player, other] = [match.players[i], match.players[1 - i]];
  const side = other && (round.sides[i] || player.side);
  const shown = round.label || round.name;
  const played = side ? el("span", {}, shown, " ", el("span", { class: "side" }, t("as {side}", { side }))) : shown;
  const against = other ? linked(other.name) : el("span", { class: "quiet" }, t("bye"));
  const result = other && player.score ? `${player.score} – ${other.score}` : player.score || (match.extra && !match.note ? extra(match) : other ? match.note : "");
  return {
    header: 0,
    names: [player.name],
    cells: [played, other ? String(match.table) : "–", against, match.won === i + 1 ? el("span", { class: "won" }, result, hidden(` (${t("won")})`)) : result, player.total],
    more: match.why,
  };
}
