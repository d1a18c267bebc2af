// light and dark

function theme(wanted) {
  document.documentElement.dataset.theme = wanted;
  byId("theme").textContent = wanted === "dark" ? t("Light") : t("Dark");
}

function begin() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  theme(kept.get("xlplugin theme") || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => {
    if (!kept.get("xlplugin theme")) theme(dark.matches ? "dark" : "light");
  });
  byId("theme").addEventListener("click", () => {
    const wanted = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    kept.set("xlplugin theme", wanted);
    theme(wanted);
  });
  byId("projector").addEventListener("click", () => projector.toggle(!projector.isOn));
  byId("page-leave").addEventListener("click", () => projector.toggle(false));
  byId("page-back").addEventListener("click", () => projector.turn(-1));
  byId("page-on").addEventListener("click", () => projector.turn(1));
  byId("page-hold").addEventListener("click", () => projector.hold(!projector.isHeld));
  byId("small-clock").addEventListener("click", () => {
    location.hash = "#clock";
  });
  byId("search").addEventListener("input", (event) => {
    shown.query = event.target.value;
    draw();
  });
  for (const touched of ["pointerdown", "keydown"]) document.addEventListener(touched, () => clock.wake());
  document.addEventListener("keydown", (event) => {
    if (!projector.isOn || event.target.matches("input, select")) return;
    if (event.key === "Escape") projector.toggle(false);
    if (event.key === "ArrowRight") projector.turn(1);
    if (event.key === "ArrowLeft") projector.turn(-1);
  });
  window.addEventListener("hashchange", () => {
    draw();
    byId("view-title").focus({ preventScroll: true });
  });
  let resized = 0;
  window.addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(() => projector.isOn && draw(), 150);
  });
  setInterval(() => face.tick(), 250);
  setInterval(() => projector.second(), 1000);
  if (kept.get("xlplugin projector") === true) projector.toggle(true);
  else draw();
  backInPlace();
  if (data.poll) setTimeout(lookForNewer, data.poll * 1000);
}
