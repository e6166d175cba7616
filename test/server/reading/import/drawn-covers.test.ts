// Covers that are drawings are drawn by a process of their own: what unfolds to anything costs a book its cover, and
// neither the service nor its memory.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../../server/base/log.ts';
import { type DrawLimits, drawApart } from '../../../../server/reading/import/cover/draw-apart.ts';
import { isDrawing } from '../../../../server/reading/import/cover/is-drawing.ts';
import { makeCover } from '../../../../server/reading/import/cover/make-cover.ts';
import { picture } from './samples/all-formats.ts';

const svg = (content: string) =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 600 800">${content}</svg>`;
const embedded = (png: Buffer) =>
  `<image x:href="data:image/png;base64,${png.toString('base64')}" width="600" height="800"/>`;
/** Hardly pressed together, which would take longer than to draw it. */
const wide = async (side: number) =>
  embedded(
    await sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
const rect = '<rect width="600" height="800"/>';

/** As it is made for the shelf, with what the log says of it. */
async function coverOf(bytes: string | Uint8Array, limits?: DrawLimits) {
  const lines: string[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  const cover = await makeCover({ file: 'cover.svg', bytes: Uint8Array.from(Buffer.from(bytes)) }, log, limits);
  return { cover, lines };
}

/** Each shows the one before it `times`. */
const copies = (of: string, times: number, depth: number) =>
  Array.from({ length: depth }, (_, n) => `<g id="c${n + 1}">${`<use x:href="#c${n}"/>`.repeat(times)}</g>`).reduce(
    (before, group) => before + group,
    `<g id="c0">${of}</g>`,
  );
const maskedBy = (mask: number) => `<rect width="9" height="9" mask="url(#m${mask})"/>`;
const masks = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `<mask id="m${n}">${maskedBy(n + 1).repeat(9)}</mask>`).join('');
const clips = (count: number) =>
  `<style>rect{clip-path:url(#c)}</style><clipPath id="c">${'<circle r="290"/>'.repeat(count)}</clipPath>${rect.repeat(count)}`;
const stops = (count: number) => Array.from({ length: count }, (_, n) => `<stop offset="${n / count}"/>`).join('');
const rules = (count: number) => Array.from({ length: count }, (_, n) => `a${n}{x:"y"}`).join('');
const layers = (depth: number) => `${'<g opacity=".9">'.repeat(depth)}${rect}${'</g>'.repeat(depth)}`;

describe('the colour of a drawing reaches its cover', () => {
  test.each<[name: string, drawing: () => string | Promise<string>]>([
    ['with groups that are shown again', () => svg(copies(rect, 2, 3))],
    [
      'with a gradient',
      () =>
        svg(
          `<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>${rect.replace('/>', ' fill="url(#g)"/>')}`,
        ),
    ],
    ['with a filter', () => svg(`<g style="filter:blur(2px)">${rect.repeat(3)}</g>`)],
    ['with a picture in it', async () => svg(embedded(await picture()) + rect)],
    ['that says much before it begins', () => `<!--${'x'.repeat(5000)}-->${svg(rect).slice(21)}`],
    ['of an editor that marks its encoding', () => `\ufeff${svg(rect)}`],
  ])('%s', async (_, drawing) => {
    const { cover } = await coverOf(await drawing());
    expect(cover).toMatchObject({ mediaType: 'image/jpeg', width: 600, height: 800 });
    const [red, green, blue] = await sharp(cover?.bytes)
      .extract({ left: 300, top: 400, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red, green, blue]).toEqual([0, 0, 0]);
  });

  test('packed', async () => {
    expect((await coverOf(gzipSync(svg(rect)))).cover).toMatchObject({ width: 600, height: 800 });
  });
});

describe('few are a cover; many are none, which the log says, and nothing goes on drawing', () => {
  test.each<[name: string, few: number, many: number, drawing: (count: number) => string | Promise<string>]>([
    ['shapes that a rule clips by as many', 20, 2800, clips],
    [
      'colours with which a rule fills as many shapes',
      ...([40, 4000] as const),
      (n) => `<style>rect{fill:url(#g)}</style><linearGradient id="g">${stops(n)}</linearGradient>${rect.repeat(n)}`,
    ],
    ['rules for a shape', 10, 120_000, (n) => `<style>${rules(n)}</style>${rect.repeat(7000)}`],
    ['large pictures, one in each group of groups', 1, 6, async (n) => copies(await wide(4000), 3, n)],
    ['layers over layers', 10, 200, (n) => layers(n).repeat(100)],
    ['masks in masks', 2, 12, (n) => masks(n) + maskedBy(0)],
  ])('%s', async (_, few, many, drawing) => {
    expect(await coverOf(svg(await drawing(few)))).toMatchObject({ cover: { width: 600, height: 800 }, lines: [] });
    const { cover, lines } = await coverOf(svg(await drawing(many)), { seconds: 1 });
    expect(cover).toBeUndefined();
    expect(lines).toMatchObject([expect.stringContaining('more than 1 seconds')]);
    expect(drawers()).toEqual([]);
  });
});

test('what is no drawing after all is said in the words of the imaging library', async () => {
  const { cover, lines } = await coverOf('<html><p>The page was not found.</p></html>');
  expect(cover).toBeUndefined();
  expect(lines).toMatchObject([expect.stringContaining('unsupported image format')]);
});

test.runIf(process.platform === 'linux')('a drawing that needs too much memory ends what draws it', async () => {
  const drawing = Buffer.from(svg(await wide(9000)));
  await expect(drawApart(drawing, { seconds: 50, megabytes: 900 })).rejects.toThrow('memory is short');
  expect(await drawApart(drawing, { seconds: 50 })).toMatchObject({ width: 600 });
});

test.runIf(process.platform === 'linux')(
  'drawings are drawn one at a time, by a process that knows nothing of the service',
  async () => {
    vi.stubEnv('OCTAVO_DATABASE_URL', 'postgres://secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen: number[][] = [];
    let environment = '';
    let isOver = false;
    const drawings = Promise.all(
      Array.from({ length: 4 }, (_, n) => drawApart(Buffer.from(svg(rect.repeat(n + 1))))),
    ).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      seen.push(drawers());
      environment ||= environmentOf(seen.at(-1)?.[0]);
      await pause(5);
    }
    expect(await drawings).toHaveLength(4);
    expect(new Set(seen.flat()).size).toBe(4);
    expect(Math.max(...seen.map(({ length }) => length))).toBe(1);
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('secret');
  },
);

test.runIf(process.platform === 'linux')('what draws ends with the service, however that ends', async () => {
  const module = new URL('../../../../server/reading/import/cover/draw-apart.ts', import.meta.url);
  const program = `
    import { buffer } from 'node:stream/consumers';
    import { drawApart } from '${module.href}';
    await drawApart(await buffer(process.stdin), { seconds: 3600 });`;
  const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  service.stdin.end(svg(clips(2800)));
  onTestFinished(() => void service.kill('SIGKILL'));
  const drawer = await vi.waitFor(
    () => {
      const [pid] = drawers(service.pid);
      if (pid === undefined || secondsOfWork(pid) < 1) throw new Error('Nothing draws yet.');
      return pid;
    },
    { timeout: 30_000 },
  );
  onTestFinished(() => {
    if (isRunning(drawer)) process.kill(drawer, 'SIGKILL');
  });
  service.kill('SIGKILL');
  await expect.poll(() => isRunning(drawer), { timeout: 10_000 }).toBe(false);
});

test('drawings are told by how they begin', () => {
  const begins = (...bytes: (number | string)[]) =>
    isDrawing(Buffer.concat(bytes.map((part) => Buffer.from(typeof part === 'string' ? part : [part]))));
  expect(begins('<svg>')).toBe(true);
  expect(begins(' \n\t<!-- ', 'x'.repeat(9000), '--><svg>')).toBe(true);
  expect(begins(0xef, 0xbb, 0xbf, '<svg>')).toBe(true);
  expect(begins(0xff, 0xfe, '<', 0, 's', 0)).toBe(true);
  expect(begins(0xfe, 0xff, 0, '<', 0, 's')).toBe(true);
  expect(begins(0x1f, 0x8b, 8)).toBe(true);
  expect(begins(0xff, 0xd8, 0xff, '<svg>')).toBe(false);
  expect(begins(0x89, 'PNG <svg>')).toBe(false);
  expect(begins('')).toBe(false);
});

/** Processes that draw for another, this one unless told. */
function drawers(parent = process.pid): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isRunning(pid) && statOf(pid)?.[1] === String(parent))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes('draw-process'));
}

const environmentOf = (pid: number | undefined) => (pid ? textOf(`/proc/${pid}/environ`) : '');
const isRunning = (pid: number) => !['Z', undefined].includes(statOf(pid)?.[0]);
const secondsOfWork = (pid: number) => (Number(statOf(pid)?.[11]) || 0) / 100;

/** State, parent and so on: what follows the name. Undefined for a process that has ended. */
function statOf(pid: number): string[] | undefined {
  return /\) (.*)/.exec(textOf(`/proc/${pid}/stat`))?.[1]?.split(' ');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It ended while it was looked at.
    return '';
  }
}
