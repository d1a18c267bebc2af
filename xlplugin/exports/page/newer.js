// a newer page

/** Take over newer data without losing what is typed, shown or running. */
function take(newer) {
  if (JSON.stringify(newer) === JSON.stringify(data)) return;
  const rounds = data.rounds.length;
  data = newer;
  if (newer.rounds.length !== rounds) shown.round = -1;
  draw();
}

/** Whether a frame has ever answered; then one that does not is only late. */
let hasFeed = false;

/** Look for a newer page: in a frame, as no page opened as a file may read one any other way. */
function lookForNewer() {
  const frame = el("iframe", { src: `${location.href.split(/[?#]/)[0]}?newer`, hidden: true, title: t("Newer page"), "aria-hidden": "true", tabindex: "-1" });
  const done = (works) => {
    clearTimeout(late);
    window.removeEventListener("message", receive);
    frame.remove();
    hasFeed = hasFeed || works;
    if (!hasFeed) reload();
    else if (data.poll) setTimeout(lookForNewer, data.poll * 1000);
  };
  const receive = (message) => {
    if (message.source !== frame.contentWindow || !message.data || !message.data.xlplugin) return;
    take(message.data.xlplugin);
    done(true);
  };
  const late = setTimeout(() => done(false), 8000);
  window.addEventListener("message", receive);
  document.body.append(frame);
}

/** Where frames are refused, the page is loaded again, and goes on where it was. */
function reload() {
  kept.set("xlplugin place", { at: Date.now(), query: byId("search").value, top: window.scrollY, round: shown.round, page: projector.page });
  location.reload();
}

function backInPlace() {
  const place = kept.get("xlplugin place");
  if (!place || Date.now() - place.at > 30_000) return;
  byId("search").value = shown.query = place.query;
  shown.round = place.round;
  draw();
  projector.page = place.page;
  draw();
  window.scrollTo(0, place.top);
}
