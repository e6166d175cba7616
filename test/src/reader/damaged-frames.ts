// Counts frames in the browser's own record: those in which anything was painted anew.

import { cdp } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';

interface TraceEvent {
  name: string;
  cat: string;
  /** Microseconds. */
  ts: number;
}
interface Devtools {
  send(method: 'Tracing.start' | 'Tracing.end', options?: object): Promise<unknown>;
  on(event: string, listener: (value: { value: TraceEvent[] }) => void): void;
  off(event: string, listener: (value: { value: TraceEvent[] }) => void): void;
}

export async function calm(): Promise<void> {
  for (let frame = 0; frame < 6; frame++) await afterPaint();
}

/** Does one after the other and says how many frames each of them damaged. */
export async function damagedFrames(steps: readonly [name: string, act: () => unknown][]): Promise<[string, number][]> {
  const devtools = cdp() as unknown as Devtools;
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: TraceEvent[] }) => void events.push(...value);
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'viz'], recordMode: 'recordUntilFull' },
  });
  for (const [index, [, act]] of steps.entries()) {
    performance.mark(`begin-${index}`);
    await act();
    await calm();
    performance.mark(`end-${index}`);
  }
  const complete = new Promise<void>((resolve) => devtools.on('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const at = (name: string) =>
    events.find((event) => event.name === name && event.cat.includes('user_timing'))?.ts ?? 0;
  const swaps = events.filter(({ name }) => name === 'SoftwareRenderer::SwapBuffers');
  return steps.map(([name], index) => [
    name,
    swaps.filter(({ ts }) => ts >= at(`begin-${index}`) && ts < at(`end-${index}`)).length,
  ]);
}
