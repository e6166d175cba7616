// Measures what a reader does in the whole client, key by key: frames, damaged area, main-thread time, time to the last
// paint, what is planned for the panel, and how long a panel would take over it.

import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import type { FoundChromium } from '../../find-chromium.ts';
import { damagedShare } from './damage.ts';
import type { Row } from './report.ts';
import { record, type TurnRecord, turnsOf } from './trace.ts';

interface Planned {
  refreshes: string[];
  /** Milliseconds of the panel model. */
  panel: number;
  flashes: number;
}

interface Step {
  name: string;
  run: (page: Page) => Promise<unknown>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** One round: what is done one after the other. Steps without a name are not measured. */
const round: readonly Step[] = [
  { name: 'shelf page', run: press('PageDown') },
  { name: '', run: press('PageUp') },
  { name: 'open book', run: (page) => page.evaluate('client.openBook()') },
  ...Array.from({ length: 8 }, (): Step => ({ name: 'turn', run: press('PageDown') })),
  { name: 'open menu', run: press('Enter') },
  { name: 'close menu', run: press('Escape') },
  { name: 'select text', run: press('s') },
  { name: '', run: press('Enter') },
  { name: 'extend selection', run: press('ArrowRight') },
  { name: 'selection menu', run: press('Enter') },
  { name: 'highlight', run: (page) => page.locator('.mark-menu button').nth(2).tap() },
  { name: 'close book', run: press('Escape') },
];

export interface ClientCase {
  book: string;
  throttle: number;
  rounds: number;
}

export async function measureClient(browserFile: FoundChromium, url: string, one: ClientCase): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserFile.path,
    args: [...browserFile.args, '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1404, height: 1872 }, hasTouch: true });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${url}client.html`);
    await page.waitForFunction('window.client');
    await page.evaluate(`client.prepare(${JSON.stringify(`/books/${one.book}`)})`);
    const areas = await measureAreas(page, session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: one.throttle });
    return await measureRounds(page, session, one, areas);
  } finally {
    await browser.close();
  }
}

/** Without throttle: what is damaged does not depend on it. */
async function measureAreas(page: Page, session: CDPSession): Promise<Map<string, number>> {
  const areas = new Map<string, number>();
  let before = await picture(session);
  for (const { name, run } of round) {
    await run(page);
    await delay(700);
    const after = await picture(session);
    if (name) areas.set(name, await damagedShare(before, after));
    before = after;
  }
  return areas;
}

async function picture(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  return Buffer.from(data, 'base64');
}

async function measureRounds(
  page: Page,
  session: CDPSession,
  one: ClientCase,
  areas: ReadonlyMap<string, number>,
): Promise<Row[]> {
  const names: string[] = [];
  const planned: Planned[] = [];
  const pause = one.throttle > 1 ? 1600 : 800;
  const events = await record(session, async () => {
    for (let n = 0; n < one.rounds; n++) {
      for (const { name, run } of round) {
        const chapter = await page.evaluate('client.chapter()');
        if (name) await page.evaluate(`client.begin(${names.length})`);
        await run(page);
        await delay(pause);
        if (!name) continue;
        planned.push(await page.evaluate<Planned>(`client.end(${names.length})`));
        const crossed = name === 'turn' && chapter !== (await page.evaluate('client.chapter()'));
        names.push(crossed ? 'turn into next chapter' : name);
      }
    }
  });
  const turns = turnsOf(events, names.length);
  return [...new Set(names)].flatMap((name) => {
    const here = names.flatMap((other, n) => (other === name ? [n] : []));
    const records = here.flatMap((n) => turns[n] ?? []);
    return rowsOf(
      `client ${one.book} ${name} ${one.throttle}x`,
      records,
      here.flatMap((n) => planned[n] ?? []),
      areas.get(name),
    );
  });
}

function rowsOf(
  name: string,
  turns: readonly TurnRecord[],
  planned: readonly Planned[],
  area: number | undefined,
): Row[] {
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const row = (metric: string, value: number | undefined, unit: string): Row[] =>
    value === undefined ? [] : [{ case: name, metric, value: Math.round(value * 10) / 10, unit }];
  const refreshes = new Set(planned.map((plan) => plan.refreshes.join('+') || 'none'));
  return [
    ...row('frames', Math.max(...turns.map((turn) => turn.frames)), 'most'),
    ...row('framesMean', turns.reduce((sum, turn) => sum + turn.frames, 0) / turns.length, 'each'),
    ...row('area', area === undefined ? undefined : area * 100, '% of the screen'),
    ...row('main', middle(turns.map((turn) => turn.mainToLast)), 'ms'),
    ...row('p50', middle(turns.flatMap((turn) => turn.stable ?? [])), 'ms to the last paint'),
    ...row('panel', middle(planned.map((plan) => plan.panel)), `ms of panel: ${[...refreshes].join(', ')}`),
    ...row('flashes', planned.reduce((sum, plan) => sum + plan.flashes, 0) / planned.length, 'each'),
  ];
}
