// The page that the bench drives: one engine at a time, the same book, size and type for each.

export const style = {
  fontFamily: '"DejaVu Serif", serif',
  fontSize: 28,
  lineHeight: 1.4,
  margin: { top: 60, right: 80, bottom: 60, left: 80 },
};

/** What the two other engines are given to look alike. */
export const alikeCss = `html{font-size:${style.fontSize}px!important} body{font-family:${style.fontFamily};line-height:${style.lineHeight};color:#000;background:#fff}`;

const engines = {
  octavo: () => import('./octavo.js'),
  'epub.js': () => import('./epubjs.js'),
  'foliate-js': () => import('./foliate.js'),
};

/** Where nobody sees it, at the size that books are shown at, and gone afterwards. */
export async function warmHost(open) {
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;left:200vw;top:0;width:100vw;height:100vh';
  document.body.append(host);
  try {
    await open(host);
  } finally {
    host.remove();
  }
}

/** After what an engine still does when it says that the book is open. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(0);
    });
  });

window.bench = {
  /**
   * Fetches book and engine before the clock starts, and lets the engine make what stands before any book is known: all
   * have opened a small one, so that none is measured while its program is being compiled.
   */
  async prepare(name, address, smallBook) {
    this.engine = (await engines[name]()).engine;
    await this.engine.ready(await (await fetch(smallBook)).blob());
    this.file = await (await fetch(address)).blob();
  },
  async open() {
    performance.mark('open');
    const start = performance.now();
    await this.engine.open(this.file, document.getElementById('host'));
    await painted();
    performance.mark('opened');
    return performance.now() - start;
  },
  /** What it gives resolves when our engine says that the page is seen. */
  turn(number, direction) {
    performance.mark(`turn-${number}`);
    return this.engine[direction]();
  },
  /** The next key turns, and the turn begins when it was pressed, whatever ran then. */
  turnByKey(number) {
    const press = ({ timeStamp }) => {
      performance.mark(`turn-${number}`, { startTime: timeStamp });
      this.engine.next();
    };
    addEventListener('keydown', press, { once: true });
  },
  /** In another size of type, for which no pages are known. */
  countAnew() {
    return this.engine.countAnew();
  },
  place(number) {
    performance.mark(`seen-${number}`);
    return this.engine.place();
  },
  /**
   * Milliseconds since the book was opened until the engine knows how far through it each place is, and until it knows
   * its pages; nobody does anything meanwhile.
   */
  async idle() {
    performance.mark('idle');
    const sinceOpened = () => performance.now() - performance.getEntriesByName('opened')[0].startTime;
    await this.engine.counted();
    const counted = sinceOpened();
    await this.engine.numbered();
    return { counted, numbered: sinceOpened() };
  },
  /** Crosses into a chapter that nothing prepared: pressed as soon as the page before it is seen. */
  async crossCold(number, count) {
    await this.engine.goToEdge(number, count);
    const place = this.engine.place();
    this.turn(number, 'next');
    return place;
  },
  chapters() {
    return this.engine.chapters();
  },
  goTo(target) {
    return this.engine.goTo(target);
  },
  /** Milliseconds until the engine says that it is there; when the page was seen, the trace tells. */
  async jump(number, place) {
    performance.mark(`turn-${number}`);
    const start = performance.now();
    await this.engine.jump(place);
    await painted();
    return performance.now() - start;
  },
};
