"use strict";
// Tells the program behind the page that it is open, and the user when that program has ended.
{
  const EVERY = 20_000;
  const alive = () =>
    fetch("/alive", { method: "POST" }).then(
      (answer) => { document.getElementById("ended").hidden = answer.ok; },
      () => { document.getElementById("ended").hidden = false; },
    );
  alive();
  setInterval(alive, EVERY);
  addEventListener("pageshow", (event) => event.persisted && alive());
  addEventListener("pagehide", () => navigator.sendBeacon("/left"));
  addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button) setTimeout(() => { button.disabled = true; });
    const working = document.getElementById("working");
    if (working) working.hidden = false;
  });
  const first = document.querySelector("[data-focus]");
  if (first) first.focus();
}
