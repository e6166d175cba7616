// The developer's view: a picture over the window that shows what a panel would, and a log of what was planned. Takes
// pictures of the window below through the host; never answers a finger or a key.

import './panel-picture.css';
import type { Bridge } from '../../api/ipc.ts';
import type { Refresh } from '../../api/panel.ts';
import { planTime, waveformTime } from '../../api/panel-model.ts';
import type { PlannedFrame, ScreenQueue } from '../screen/queue.ts';
import { flashes, flashRefresh, showRefresh } from '../screen/simulated-panel.ts';
import { afterPaint } from './after-paint.ts';
import { pictureOfWindow } from './window-picture.ts';

export interface PanelPicture {
  /** Resolves when everything that was planned so far is shown. */
  settled(): Promise<void>;
  close(): void;
}

interface Parts {
  bridge: Bridge;
  screen: Pick<ScreenQueue, 'watch'>;
  /** Waits; tests do not. Milliseconds. */
  pause?: (milliseconds: number) => Promise<void>;
  report: (error: unknown) => void;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function showPanelPicture({ bridge, screen, pause = wait, report }: Parts): PanelPicture {
  const canvas = document.createElement('canvas');
  canvas.className = 'panel-picture';
  canvas.dataset.unseen = '';
  document.body.append(canvas);
  let shown: Uint8ClampedArray<ArrayBuffer> | undefined;
  let last: Promise<void> = Promise.resolve();
  let closed = false;

  const draw = (greys: Uint8ClampedArray<ArrayBuffer>) => {
    shown = greys;
    const picture = new ImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(picture.data.buffer);
    for (const [at, grey] of greys.entries()) pixels[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey;
    canvas.getContext('2d')?.putImageData(picture, 0, 0);
  };
  const carryOut = async (plan: readonly Refresh[]) => {
    if (closed) return;
    const frame = await pictureBelow(bridge, canvas);
    const size = { width: canvas.width, height: canvas.height };
    // A panel that was never driven is white.
    if (shown?.length !== frame.length) shown = new Uint8ClampedArray(frame.length).fill(255);
    for (const refresh of plan) {
      const time = waveformTime(refresh);
      const before: Uint8ClampedArray<ArrayBuffer> = shown;
      for (const grey of flashes(refresh) ? ([0, 255] as const) : []) {
        draw(flashRefresh(before, refresh, size, grey));
        await pause(time / 3);
      }
      await pause(flashes(refresh) ? time / 3 : time);
      shown = showRefresh(before, frame, refresh, size);
    }
    draw(shown);
  };
  const later = (plan: readonly Refresh[]) => {
    last = last
      .then(afterPaint)
      .then(() => carryOut(plan))
      .catch(report);
  };
  // What is there already was shown by somebody.
  const { innerWidth: width, innerHeight: height, devicePixelRatio: scale } = window;
  later([{ strength: 'full', x: 0, y: 0, width: width * scale, height: height * scale, dither: false }]);
  const stop = screen.watch(({ plan }) => later(plan));
  return {
    settled: () => last,
    close() {
      closed = true;
      stop();
      canvas.remove();
    },
  };
}

/** The window without the picture that lies over it, which takes its size. */
async function pictureBelow(bridge: Bridge, canvas: HTMLCanvasElement): Promise<Uint8ClampedArray<ArrayBuffer>> {
  canvas.style.visibility = 'hidden';
  await afterPaint();
  const { width, height, greys } = await pictureOfWindow(bridge).finally(() => {
    canvas.style.visibility = '';
  });
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  return greys;
}

const linesShown = 8;

/** The last plans in words, and how many there were; `sum` makes the sentence of the counts. */
export function showPlanLog(
  screen: Pick<ScreenQueue, 'watch' | 'log'>,
  sum: (count: number, full: number, milliseconds: number) => string,
): { close(): void } {
  const { element, close } = showSentence('');
  const totals = { count: 0, full: 0, milliseconds: 0 };
  const add = ({ plan }: PlannedFrame) => {
    totals.count += plan.length;
    totals.full += plan.filter(({ strength }) => strength === 'full').length;
    totals.milliseconds += planTime(plan);
  };
  const show = () => {
    const lines = screen.log().slice(-linesShown).map(describeFrame);
    element.textContent = [sum(totals.count, totals.full, totals.milliseconds), ...lines].join('\n');
  };
  for (const frame of screen.log()) add(frame);
  show();
  const stop = screen.watch((frame) => {
    add(frame);
    show();
  });
  return {
    close() {
      stop();
      close();
    },
  };
}

export function showSentence(text: string): { element: HTMLElement; close(): void } {
  const element = document.createElement('aside');
  element.className = 'plan-log';
  element.dataset.unseen = '';
  element.textContent = text;
  document.body.append(element);
  return { element, close: () => element.remove() };
}

function describeFrame({ at, intents, plan }: PlannedFrame): string {
  const refreshes = plan.map(
    ({ strength, x, y, width, height, dither }) =>
      `${strength} ${width}×${height} at ${x},${y}${dither ? ' dithered' : ''}`,
  );
  return `${(at / 1000).toFixed(2)}  ${intents.join(' ') || 'idle'} → ${refreshes.join(' + ')}  ${planTime(plan)} ms`;
}
