"use strict";
// The desk asks every two seconds how things are, and shows it. All words come with the page or the answer.

(() => {
  const EVERY = 2000;
  const byId = (id) => document.getElementById(id);
  const TEXTS = JSON.parse(byId("texts").textContent);

  /** The key stays in this window, so that a reload finds it; it goes out of what others see of the address. */
  const key = (() => {
    const given = new URLSearchParams(location.hash.slice(1)).get("key");
    try {
      if (given) sessionStorage.setItem("xlplugin desk", given);
      if (given) history.replaceState(null, "", "/desk");
      return given || sessionStorage.getItem("xlplugin desk") || "";
    } catch {
      return given || "";
    }
  })();

  let isStopped = false;
  let shown = "";

  function el(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function show(id, text) {
    const element = byId(id);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = !text;
  }

  async function ask(path, more) {
    try {
      const answer = await fetch(`/desk/${path}`, { method: "POST", credentials: "omit", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, ...more }) });
      const body = await answer.json();
      byId("lost").hidden = true;
      byId("refused-key").hidden = answer.status !== 403;
      if (answer.status === 200) draw(body);
      else if (answer.status !== 403) draw({ ...JSON.parse(shown || "{}"), problems: [body.problem] });
    } catch {
      byId("lost").hidden = isStopped;
    }
  }

  function draw(state) {
    const text = JSON.stringify(state);
    if (text === shown) return; // what is selected or focused stays
    shown = text;
    show("status", state.status);
    drawProblems(state.problems || []);
    drawAddress(state);
    show("no-reports", state.noReports);
    drawReports(state.reports);
    drawRegistration(state);
    drawRefused(state.refused || []);
  }

  function drawProblems(problems) {
    byId("problems").hidden = !problems.length;
    byId("problems").replaceChildren(...problems.map((problem) => el("li", { dir: "auto" }, problem)));
  }

  function drawAddress(state) {
    show("address", state.address);
    show("self-test", state.selfTest);
    show("phones", state.phones);
    const qr = byId("qr");
    qr.hidden = !state.qr;
    if (state.qr && qr.getAttribute("src") !== state.qr) qr.setAttribute("src", state.qr);
    qr.alt = state.address;
    byId("open").hidden = state.isOpen;
    byId("close").hidden = !state.isOpen;
    byId("ways-out").hidden = !state.isOpen || state.arrived;
    byId("cards").hidden = !state.isOpen || state.cards.length < 2;
    const select = byId("card");
    const options = state.cards.map(({ ip, name }) => el("option", { value: ip }, name ? `${ip} (${name})` : ip));
    if (document.activeElement !== select) {
      select.replaceChildren(...options);
      select.value = state.chosen;
    }
  }

  function drawReports(reports) {
    byId("reports").hidden = !reports;
    if (!reports) return;
    show("progress", reports.progress);
    byId("to-take").hidden = !reports.toTake;
    const conflicts = reports.conflicts.map(({ table, reports: both, why }) =>
      el("div", { class: "conflict" }, el("h3", {}, `${TEXTS.table} ${table}`), ...both.map((one) => el("p", { dir: "auto" }, one)), ...(why ? [el("p", { class: "quiet", dir: "auto" }, why)] : [])),
    );
    byId("conflicts").replaceChildren(...conflicts);
    const lists = [
      [TEXTS.waiting, reports.waiting.join(", ")],
      [TEXTS.here, reports.here.join(", ")],
      [TEXTS.drops, reports.drops.join(", ")],
      [TEXTS.registrations, reports.registrations.join(", ")],
      [TEXTS.stale, reports.stale.join("; ")],
      [TEXTS.skipped, reports.skipped],
    ];
    byId("lists").replaceChildren(...lists.filter(([, text]) => text).flatMap(([label, text]) => [el("dt", {}, label), el("dd", { dir: "auto" }, text)]));
  }

  function drawRegistration(state) {
    byId("registration").hidden = !state.registration;
    if (!state.registration) return;
    const left = state.left === null || state.registration === "locked" ? "" : ` ${TEXTS.left}: ${state.left}.`;
    byId("registration-state").textContent = TEXTS[state.registration] + left;
    byId("lock").textContent = state.registration === "locked" ? TEXTS.unlock : TEXTS.lock;
    byId("lock").dataset.locked = String(state.registration === "locked");
  }

  function drawRefused(refused) {
    byId("refusals").hidden = !refused.length;
    byId("refused").replaceChildren(...refused.map(({ at, address, why, n }) => el("tr", {}, el("td", {}, at), el("td", {}, address), el("td", {}, why), el("td", {}, String(n)))));
  }

  byId("open").addEventListener("click", () => ask("phones", { open: true }));
  byId("close").addEventListener("click", () => ask("phones", { open: false }));
  byId("projector").addEventListener("click", () => window.open("/?projector", "_blank", "noopener"));
  byId("lock").addEventListener("click", (event) => ask("lock", { locked: event.target.dataset.locked !== "true" }));
  byId("card").addEventListener("change", (event) => ask("address", { ip: event.target.value }));
  byId("stop").addEventListener("click", async () => {
    if (!window.confirm(TEXTS.stop)) return;
    isStopped = true;
    await ask("stop");
    document.querySelector("main").replaceChildren(el("p", { class: "large" }, TEXTS.stopped));
  });

  const again = async () => {
    if (!isStopped) await ask("state");
    if (!isStopped) setTimeout(again, EVERY);
  };
  again();
})();
