// Large type: as large as fits on one page, else pages that follow one another.

const SECONDS_A_PAGE = 12;
const SIZES = [0.06, 0.052, 0.045, 0.039, 0.034, 0.029];
/** Of the height of the screen. */
const ROW = 1.5;
/** The height of a row, in the size of its letters. */

class Projector {
  constructor(redraw) {
    this.redraw = redraw;
    this.isOn = false;
    this.page = 0;
    this.pages = 1;
    this.seconds = 0;
    this.isHeld = false;
  }

  toggle(on) {
    this.isOn = on;
    this.page = 0;
    this.seconds = 0;
    kept.set("xlplugin projector", on);
    document.documentElement.classList.toggle("projected", on);
    byId("projector").setAttribute("aria-pressed", String(on));
    byId("pager").hidden = !on;
    this.redraw();
  }

  hold(held) {
    this.isHeld = held;
    byId("page-hold").setAttribute("aria-pressed", String(held));
  }

  turn(by) {
    this.seconds = 0;
    if (this.pages < 2) return;
    this.page = (this.page + by + this.pages) % this.pages;
    this.redraw();
  }

  second() {
    if (!this.isOn || this.isHeld) return;
    this.seconds += 1;
    if (this.seconds >= SECONDS_A_PAGE) this.turn(1);
  }

  /** The room below the heading and above the pager. */
  room() {
    const content = byId("content");
    const top = content.getBoundingClientRect().top + window.scrollY;
    const below = byId("pager").getBoundingClientRect().height;
    return { width: content.clientWidth, height: window.innerHeight - top - below - 12 };
  }

  /** Lay a table out in columns of large type; tables without a width of their own fill the page. */
  tables(shown) {
    const { width, height } = this.room();
    const fits = SIZES.map((size) => {
      const letter = Math.round(size * window.innerHeight);
      const columns = shown.width ? Math.max(1, Math.floor((width + letter) / ((shown.width + 1) * letter))) : 1;
      const rows = Math.max(1, Math.floor((height - ROW * letter * 0.8) / (ROW * letter)));
      return { letter, columns, rows, all: columns * rows };
    });
    const fit = fits.find((each) => each.all >= shown.rows.length) || fits[fits.length - 1];
    this.pages = Math.max(1, Math.ceil(shown.rows.length / fit.all));
    this.page = Math.min(this.page, this.pages - 1);
    const first = this.page * fit.all;
    const columns = [];
    const used = Math.min(fit.columns, Math.max(1, Math.ceil(shown.rows.length / fit.rows)));
    for (let i = 0; i < used; i += 1) {
      const from = first + i * fit.rows;
      const rows = shown.rows.slice(from, Math.min(from + fit.rows, first + fit.all));
      if (rows.length || i === 0) columns.push(table(t("{table}, part {n}", { table: shown.caption, n: i + 1 }), shown.headers, rows));
    }
    const box = el("div", { class: "columns" }, columns);
    box.style.fontSize = `${fit.letter}px`;
    if (shown.width) box.style.gridTemplateColumns = `repeat(${used}, minmax(0, 1fr))`;
    return box;
  }

  /** Smaller letters for a table that is too wide. */
  narrow(box) {
    for (let tries = 0; tries < 12 && box.scrollWidth > box.clientWidth + 1; tries += 1) {
      box.style.fontSize = `${parseFloat(box.style.fontSize) * 0.93}px`;
    }
  }

  /** The whole bracket on one page. */
  bracket(box, areas) {
    const { width, height } = this.room();
    const size = bracketSize(areas);
    this.pages = 1;
    box.style.fontSize = `${Math.min(width / size.width, height / size.height, 0.04 * window.innerHeight)}px`;
  }

  tellPage() {
    byId("page-number").textContent = this.pages > 1 ? t("Page {page} of {pages}", { page: this.page + 1, pages: this.pages }) : t("One page");
    for (const id of ["page-back", "page-on", "page-hold"]) byId(id).disabled = this.pages < 2;
  }
}
