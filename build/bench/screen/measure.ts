// Measures one engine with one book at one throttle in a browser of its own.

import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import type { FoundChromium } from '../../find-chromium.ts';
import { rowsOf } from './engine-rows.ts';
import { type Beside, beside, type KnownWork, noKnownWork, openKnownWork } from './known-work.ts';
import { smallBook } from './make-books.ts';
import { readMemory } from './memory.ts';
import type { Row } from './report.ts';
import { lastPaint, longestTask, mainBetween, record, type TurnRecord, turnsOf } from './trace.ts';

/**
 * What may be measured beside openings and turns: the time after an opening in which nobody does anything, jumps, turns
 * into chapters that nothing prepared, turns while pages are counted, and the known work beside all of them, without
 * which no time can be compared.
 */
export const extras = ['idle', 'jumps', 'cold', 'counting', 'knownWork'] as const;
export type Extra = (typeof extras)[number];

export interface Case {
  engine: string;
  book: string;
  throttle: number;
  turns: number;
  /** Times that the book is opened; the one in the middle is told, as a frame's wait comes and goes. */
  openings: number;
  /** Times of another engine than ours are never idle, cold or counting. */
  measured: readonly Extra[];
}

export interface PlaceSeen {
  section: number;
  page: number;
  cfi: string;
}

/** Milliseconds after an engine says that it has opened the book, in which its page still may be drawn. */
const drawing = 250;

/** Milliseconds after the known work before something is measured. */
const settling = 300;

/** The last openings, after which nobody does anything: one idle time is long beside the known work. */
const mostIdle = 3;

/** Longest wait for an engine that may never answer. */
const patience = 60_000;

export async function measure(browserFile: FoundChromium, url: string, one: Case): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserFile.path,
    args: [...browserFile.args, '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const measures = (extra: Extra) => one.measured.includes(extra);
    const known = measures('knownWork') ? await openKnownWork(browser, url, one.throttle) : noKnownWork;
    const ours = one.engine === 'octavo';
    const openings: Beside<MeasuredOpening>[] = [];
    const idle: Beside<MeasuredIdle>[] = [];
    const openOnce = async (reader: Omit<Reader, 'known'>, n: number) => {
      const counted = ours && measures('idle') && n > one.openings - mostIdle;
      const before = await known.once();
      const { idle: after, ...opening } = await measureOpening(reader, counted);
      const around = (before + (await known.once())) / 2;
      // The known work after the idle time says little of the opening.
      openings.push({ result: opening, known: counted ? before : around });
      if (after) idle.push({ result: after, known: around });
    };
    // Each in a process of its own, but for the last, which is read on in.
    for (let n = 1; n < one.openings; n++) {
      const { context, ...reader } = await prepareReader(browser, url, one);
      await openOnce(reader, n);
      await context.close();
    }
    const reader = { ...(await prepareReader(browser, url, one)), known };
    await openOnce(reader, one.openings);
    // The chapters beside the first are laid out in this time, as while someone reads the first page.
    const pause = one.throttle > 1 ? 1500 : 500;
    await delay(pause * 2);
    const { turns, places } = await turnPages(one.turns, pause, reader);
    const jumps = measures('jumps') ? await beside(known, () => jumpToAndFro(places, pause, reader)) : undefined;
    const cold = ours && measures('cold') ? await beside(known, () => crossCold(pause, reader)) : undefined;
    const { heap } = await readMemory(reader.session);
    const counts = ours && one.throttle > 1 && measures('counting');
    const counting = counts ? await beside(known, () => turnWhileCounting(reader)) : undefined;
    // Its process would be counted as well.
    await known.close();
    const target = await browser.newBrowserCDPSession();
    const { processInfo } = await target.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(
      processInfo.filter((info) => info.type === 'renderer').map((info) => residentMegabytes(info.id)),
    );
    return rowsOf(one, { openings, idle, turns, jumps, cold, counting, places, heap, rss: Math.max(...sizes) });
  } finally {
    await browser.close();
  }
}

interface Reader {
  page: Page;
  session: CDPSession;
  known: KnownWork;
}

/** A page of its own, in which the engine stands and the book is fetched. */
async function prepareReader(
  browser: Browser,
  url: string,
  one: Case,
): Promise<Omit<Reader, 'known'> & { context: BrowserContext }> {
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
export interface MeasuredOpening {
  /** Until the engine says that the first page is there. */
  ready: number;
  /** Until the last frame; some say that they have opened the book before its page is seen, some long after. */
  painted: number;
  /** Of the time until it is ready, what the main thread ran. */
  main: number;
}

/** Milliseconds in which nobody does anything. */
export interface MeasuredIdle {
  /** From the opening until the engine knows how far through the book each place is. */
  counted: number;
  /** Until it knows all its pages. */
  numbered: number;
  /** Of the tasks after the opening. */
  longest: number;
}

/** `counted`: what an engine does next is seen from its beginning, until the pages of the whole book are numbered. */
async function measureOpening(
  { page, session }: Omit<Reader, 'known'>,
  counted: boolean,
): Promise<MeasuredOpening & { idle?: MeasuredIdle }> {
  let ready = Number.NaN;
  let counts = { counted: Number.NaN, numbered: Number.NaN };
  const events = await record(session, async () => {
    ready = await call<number>(page, 'bench.open()');
    await delay(drawing);
    if (counted) counts = await call<typeof counts>(page, 'bench.idle()', 4 * patience);
  });
  return {
    ready,
    painted: lastPaint(events, 'open', 'idle'),
    main: mainBetween(events, 'open', 'opened'),
    ...(counted && { idle: { ...counts, longest: longestTask(events, 'opened') } }),
  };
}

interface Turns {
  turns: Beside<TurnRecord>[];
  /** One more than turns. */
  places: PlaceSeen[];
}

/** One after another, the known work between each two: within seconds a shared machine may become half as fast. */
async function turnPages(count: number, pause: number, { page, session, known }: Reader): Promise<Turns> {
  const places: PlaceSeen[] = [await call<PlaceSeen>(page, 'bench.place(-1)')];
  const speeds: number[] = [];
  const events = await record(session, async () => {
    for (let n = 0; n < count; n++) {
      speeds.push(await known.once());
      await delay(settling);
      await call(page, `void bench.turn(${n}, 'next')`);
      await delay(pause);
      places.push(await call<PlaceSeen>(page, `bench.place(${n})`));
    }
    speeds.push(await known.once());
  });
  const turns = turnsOf(events, count).map((result, n) => {
    const [before = Number.NaN, after = before] = speeds.slice(n);
    return { result, known: (before + after) / 2 };
  });
  return { turns, places };
}

export interface Jumps {
  seen: TurnRecord[];
  /** Milliseconds until the engine says so; some say it before the page is seen, some after. */
  ready: number[];
  /** How many came to the same page. */
  landed: number;
}

/** Between the earlier ones and the later ones of the places that were read. */
async function jumpToAndFro(places: readonly PlaceSeen[], pause: number, { page, session }: Reader): Promise<Jumps> {
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

/**
 * From the last page of a chapter, come to by a jump, before the next one is prepared: chapters spread over the book, so
 * far from one another that none was prepared beside the one before; none in a book of few chapters.
 */
async function crossCold(pause: number, { page, session }: Reader): Promise<TurnRecord[]> {
  const chapters = await call<number>(page, 'bench.chapters()');
  const count = Math.min(8, Math.floor(chapters / 4));
  if (count === 0) return [];
  const events = await record(session, async () => {
    for (let n = 0; n < count; n++) {
      const { section } = await call<PlaceSeen>(page, `bench.crossCold(${n}, ${count})`);
      await delay(pause);
      const place = await call<PlaceSeen>(page, `bench.place(${n})`);
      if (place.section === section) throw new Error(`A turn at the end of section ${section} did not leave it.`);
    }
  });
  return turnsOf(events, count);
}

/** Turns that come while the pages of the book are counted, each some time after that has begun again. */
async function turnWhileCounting({ page, session }: Reader): Promise<TurnRecord[]> {
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
