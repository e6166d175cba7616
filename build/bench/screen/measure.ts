// Measures one engine with one book at one throttle in a browser of its own.

import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import type { FoundChromium } from '../../find-chromium.ts';
import { smallBook } from './make-books.ts';
import type { Row } from './report.ts';
import { lastPaint, longestTask, mainBetween, record, type TurnRecord, turnsOf } from './trace.ts';

export interface Case {
  engine: string;
  book: string;
  throttle: number;
  turns: number;
  /** Times that the book is opened; the one in the middle is told, as a frame's wait comes and goes. */
  openings: number;
}

interface PlaceSeen {
  section: number;
  page: number;
  cfi: string;
}

/** Milliseconds after an engine says that it has opened the book, in which its page still may be drawn. */
const drawing = 250;

/** Longest wait for an engine that may never answer. */
const patience = 60_000;

export async function measure(browserFile: FoundChromium, url: string, one: Case): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserFile.path,
    args: [...browserFile.args, '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const openings: MeasuredOpening[] = [];
    // Each in a process of its own, but for the last, which is read on in.
    for (let n = 1; n < one.openings; n++) {
      const { context, ...reader } = await prepareReader(browser, url, one);
      openings.push(await measureOpening(reader));
      await context.close();
    }
    const reader = await prepareReader(browser, url, one);
    openings.push(await measureOpening(reader));
    const { page, session } = reader;
    // The chapters beside the first are laid out in this time, as while someone reads the first page.
    const pause = one.throttle > 1 ? 1500 : 500;
    const background = one.engine === 'octavo' ? await measureIdle(page, session) : {};
    await delay(pause * 2);
    const places: PlaceSeen[] = [await call<PlaceSeen>(page, 'bench.place(-1)')];
    const events = await record(session, async () => {
      for (let n = 0; n < one.turns; n++) {
        await call(page, `void bench.turn(${n}, 'next')`);
        await delay(pause);
        places.push(await call<PlaceSeen>(page, `bench.place(${n})`));
      }
    });
    const jumps = await jumpToAndFro(places, pause, page, session);
    const counting = one.engine === 'octavo' && one.throttle > 1 ? await turnWhileCounting(page, session) : [];
    const target = await browser.newBrowserCDPSession();
    const { processInfo } = await target.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(
      processInfo.filter((info) => info.type === 'renderer').map((info) => residentMegabytes(info.id)),
    );
    return rowsOf(one, {
      ...background,
      openings,
      jumps,
      rss: Math.max(...sizes),
      turns: turnsOf(events, one.turns),
      counting,
      places,
    });
  } finally {
    await browser.close();
  }
}

interface Reader {
  page: Page;
  session: CDPSession;
}

/** A page of its own, in which the engine stands and the book is fetched. */
async function prepareReader(browser: Browser, url: string, one: Case): Promise<Reader & { context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1404, height: 1872 } });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(url);
  await page.waitForFunction('window.bench');
  const names = [one.engine, `/books/${one.book}`, `/books/${smallBook}`];
  await call(page, `bench.prepare(...${JSON.stringify(names)})`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: one.throttle });
  return { context, page, session };
}

/** Milliseconds. */
interface MeasuredOpening {
  /** Until the engine says that the first page is there. */
  ready: number;
  /** Until the last frame; some say that they have opened the book before its page is seen, some long after. */
  painted: number;
  /** Of the time until it is ready, what the main thread ran. */
  main: number;
}

async function measureOpening({ page, session }: Reader): Promise<MeasuredOpening> {
  let ready = Number.NaN;
  const events = await record(session, async () => {
    ready = await call<number>(page, 'bench.open()');
    await delay(drawing);
  });
  return { ready, painted: lastPaint(events, 'open'), main: mainBetween(events, 'open', 'opened') };
}

/** Nobody does anything until the pages of the whole book are numbered. */
async function measureIdle(page: Page, session: CDPSession): Promise<{ numbered: number; longest: number }> {
  let numbered = Number.NaN;
  const events = await record(session, async () => {
    numbered = await call<number>(page, 'bench.numbered()', 4 * patience);
  });
  return { numbered, longest: longestTask(events, 'idle') };
}

interface Jumps {
  seen: TurnRecord[];
  /** Milliseconds until the engine says so; some say it before the page is seen, some after. */
  ready: number[];
  /** How many came to the same page. */
  landed: number;
}

/** Between the earlier ones and the later ones of the places that were read. */
async function jumpToAndFro(
  places: readonly PlaceSeen[],
  pause: number,
  page: Page,
  session: CDPSession,
): Promise<Jumps> {
  const count = Math.min(6, places.length);
  const third = Math.floor((places.length - 1) / 3);
  const ready: number[] = [];
  let landed = 0;
  const events = await record(session, async () => {
    for (let n = 0; n < count; n++) {
      const target = places[n % 2 === 0 ? Math.max(0, third - n) : places.length - n] as PlaceSeen;
      ready.push(await call<number>(page, `bench.jump(${n}, ${JSON.stringify(target)})`));
      await delay(pause);
      const place = await call<PlaceSeen>(page, `bench.place(${n})`);
      if (place.section === target.section && place.page === target.page) landed++;
    }
  });
  return { seen: turnsOf(events, count), ready, landed };
}

/** Turns that come while the pages of the book are counted, each some time after that has begun again. */
async function turnWhileCounting(page: Page, session: CDPSession): Promise<TurnRecord[]> {
  const turns = 5;
  await call(page, 'bench.countAnew()');
  const events = await record(session, async () => {
    for (let n = 0; n < turns; n++) {
      await delay(3500);
      await call(page, `bench.turnByKey(${n})`);
      await page.keyboard.press('F9');
      await delay(1000);
      await call(page, `bench.place(${n})`);
    }
  });
  return turnsOf(events, turns);
}

interface Measured {
  openings: MeasuredOpening[];
  /** Milliseconds of idle time until all pages are numbered, and of the longest task in it. */
  numbered?: number;
  longest?: number;
  jumps: Jumps;
  rss: number;
  turns: TurnRecord[];
  /** From the key on, in the middle of background work. */
  counting: TurnRecord[];
  places: PlaceSeen[];
}

function rowsOf(one: Case, measured: Measured): Row[] {
  const row = (action: string, metric: string, value: number | undefined, unit: string): Row[] =>
    value === undefined || !Number.isFinite(value)
      ? []
      : [{ case: `${one.engine} ${one.book} ${action} ${one.throttle}x`, metric, value: round(value), unit }];
  const kinds: [string, TurnRecord[]][] = [
    ['turn', measured.turns.filter((_, n) => measured.places[n]?.section === measured.places[n + 1]?.section)],
    ['crossing', measured.turns.filter((_, n) => measured.places[n]?.section !== measured.places[n + 1]?.section)],
    ['turn while counting', measured.counting],
  ];
  const opening = (part: keyof MeasuredOpening) =>
    quantile(
      measured.openings.map((times) => times[part]),
      0.5,
    );
  return [
    ...row('open', 'firstPage', opening('ready'), 'ms'),
    ...row('open', 'painted', opening('painted'), 'ms to the last paint'),
    ...row('open', 'main', opening('main'), 'ms'),
    ...row('idle', 'numbered', measured.numbered, 'ms until every page has its number'),
    ...row('idle', 'longest', measured.longest, 'ms, longest task'),
    ...kinds.flatMap(([action, turns]) => {
      const stable = stableOf(turns);
      const main = turns.map((turn) => turn.main);
      if (turns.length === 0) return [];
      return [
        ...row(action, 'frames', Math.max(...turns.map((turn) => turn.frames)), 'most per turn'),
        ...row(action, 'framesMean', turns.reduce((sum, turn) => sum + turn.frames, 0) / turns.length, 'per turn'),
        ...row(action, 'mainP50', quantile(main, 0.5), 'ms'),
        ...row(action, 'mainP95', quantile(main, 0.95), 'ms'),
        ...row(action, 'p50', quantile(stable, 0.5), 'ms'),
        ...row(action, 'p95', quantile(stable, 0.95), 'ms'),
      ];
    }),
    ...row('jump', 'p50', quantile(stableOf(measured.jumps.seen), 0.5), 'ms'),
    ...row('jump', 'ready', quantile(measured.jumps.ready, 0.5), 'ms until the engine says so'),
    ...row('jump', 'landed', (measured.jumps.landed / measured.jumps.ready.length) * 100, '% on the same page'),
    ...row('read', 'rss', measured.rss, 'MB'),
  ];
}

/** `limit` in milliseconds; books of thousands of chapters take minutes to number. */
function call<T>(page: Page, expression: string, limit = patience): Promise<T> {
  const late = delay(limit, undefined, { ref: false }).then(() => {
    throw new Error(`no answer to ${expression} in ${limit / 1000} s`);
  });
  return Promise.race([page.evaluate<T>(expression), late]);
}

async function residentMegabytes(process: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${process}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // Only Linux tells.
    return Number.NaN;
  }
}

const stableOf = (turns: readonly TurnRecord[]) => turns.flatMap((turn) => turn.stable ?? []);

/** The least value that this share of them does not exceed. */
function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
