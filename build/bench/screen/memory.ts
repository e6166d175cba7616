// What sixty chapters leave behind in the browser: documents that live, and memory of the page's own objects.

import type { CDPSession, Page } from 'playwright';

export interface Memory {
  documents: number;
  /** Megabytes. */
  heap: number;
}

/** After a collection. */
export async function readMemory(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { documents: metric('Documents'), heap: metric('JSHeapUsedSize') / 2 ** 20 };
}

/** Goes through the chapters one by one; the page has an open book. */
export async function visitChapters(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    `(async () => { for (let section = ${from}; section < ${to}; section++) await bench.goTo({ section }); })()`,
  );
}
