// Compares what changed on the screen between two pictures with what was planned for it.

import { expect } from 'vitest';
import { cdp } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { Application } from '../../../src/app/application.ts';
import { contains, type Region } from '../../../src/screen/region.ts';

interface Devtools {
  send(method: 'Page.captureScreenshot', options: object): Promise<{ data: string }>;
}

/** What is on the screen, in the window's own pixels. */
export async function picture(): Promise<ImageData> {
  await afterPaint();
  const frame = window.frameElement?.getBoundingClientRect();
  const clip = { x: frame?.x ?? 0, y: frame?.y ?? 0, width: innerWidth, height: innerHeight, scale: 1 };
  const { data } = await (cdp() as unknown as Devtools).send('Page.captureScreenshot', { format: 'png', clip });
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(innerWidth, innerHeight);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, innerWidth, innerHeight);
  return context.getImageData(0, 0, innerWidth, innerHeight);
}

/**
 * Squares of pixels that differ and that no region covers: the first few. Single pixels are two drawings of the same
 * rounded corner, of which the browser draws only as much again as it must.
 */
function unsaid(before: ImageData, after: ImageData, regions: readonly Region[]): string[] {
  const { width, height } = before;
  const differs = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) > 2;
  };
  const found: string[] = [];
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      if (!differs(x, y) || !differs(x + 1, y) || !differs(x, y + 1) || !differs(x + 1, y + 1)) continue;
      if (!regions.some((region) => contains(region, { x, y, width: 2, height: 2 }))) found.push(`${x},${y}`);
      if (found.length > 4) return found;
    }
  }
  return found;
}

/** Does something and looks whether all of what changed was planned. */
export function watching(application: Application) {
  let before: ImageData | undefined;
  /** Planned since just before the picture of before. */
  let planned: Region[] = [];
  application.screen.watch(({ plan }) => void planned.push(...plan));
  return async (name: string, act: () => Promise<unknown> | unknown): Promise<void> => {
    before ??= await picture();
    await act();
    await afterPaint();
    const earlier = planned.length;
    const after = await picture();
    // The plan of the frame that was painted last.
    await afterPaint();
    expect(unsaid(before, after, planned), name).toEqual([]);
    expect(moving(), name).toEqual([]);
    planned = planned.slice(earlier);
    before = after;
  };
}

/** Elements whose style would move or scroll something by itself. */
function moving(): string[] {
  return [...document.querySelectorAll('#app, #app *')].flatMap((element) => {
    const style = getComputedStyle(element);
    const moves =
      style.animationName !== 'none' ||
      style.transitionDuration.split(', ').some((time) => time !== '0s') ||
      style.scrollBehavior !== 'auto' ||
      /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
    return moves ? [`${element.tagName}.${element.className}`] : [];
  });
}
