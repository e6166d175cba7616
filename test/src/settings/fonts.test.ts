// The reader’s own fonts: real files are taken, others are refused with their reason; chapters are set in them.

import mathWoff from '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff?url';
import mathWoff2 from '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2?url';
import variableWoff2 from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2?url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBook } from '../../../src/book/open-book.ts';
import { ownFontName } from '../../../src/book/styles/own-fonts.ts';
import { type Fonts, openFonts } from '../../../src/settings/fonts/fonts.ts';
import { largestFont } from '../../../src/settings/fonts/read-font.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { makeContainer, plainStyle } from '../book/reading-style.ts';
import { shownDocument } from '../book/shown-frame.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { unpackFont } from './unpack-font.ts';

const fetched = async (url: string, name: string) => new File([await (await fetch(url)).arrayBuffer()], name);
const families = (fonts: Fonts) =>
  fonts.state.getState().families.map(({ family, variable, faces }) => [family, variable, faces]);

/** The same font unpacked: what WOFF holds is OpenType, table by table. */
async function unpacked(woff: File): Promise<File> {
  const bytes = new Uint8Array(await woff.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const count = view.getUint16(12);
  const head = new DataView(new ArrayBuffer(12 + count * 16));
  head.setUint32(0, view.getUint32(4));
  head.setUint16(4, count);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset = head.byteLength;
  for (let n = 0; n < count; n++) {
    const at = 44 + n * 20;
    const [tag, start, packed, length, sum] = [0, 4, 8, 12, 16].map((field) => view.getUint32(at + field)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const part = bytes.slice(start, start + packed);
    const table =
      packed === length
        ? part
        : new Uint8Array(
            await new Response(new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer(),
          );
    for (const [field, value] of [tag, sum, offset, length].entries()) head.setUint32(12 + n * 16 + field * 4, value);
    const padded = new Uint8Array(Math.ceil(length / 4) * 4);
    padded.set(table);
    parts.push(padded);
    offset += padded.length;
  }
  return new File([head, ...parts], 'plain.otf');
}

let container: HTMLElement | undefined;
afterEach(() => container?.remove());

describe('own fonts', () => {
  it('are installed with the names of their tables, last, and go', async () => {
    const database = await temporaryDatabase();
    const fonts = await openFonts(database, unpackFont);
    const woff = await fetched(mathWoff, 'anything.woff');
    const outcomes = await fonts.install([
      woff,
      await unpacked(woff),
      await fetched(variableWoff2, 'Some_Serif-VF.woff2'),
      await fetched(mathWoff2, 'other.woff2'),
      woff,
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['installed', 'installed', 'installed', 'installed'],
      'known',
    ]);
    expect(families(fonts)).toEqual([
      ['Literata', true, 1],
      ['STIX Two Math', false, 3],
    ]);
    const again = await openFonts(database, unpackFont);
    expect(families(again)).toEqual(families(fonts));
    await again.remove('STIX Two Math');
    expect(families(await openFonts(database, unpackFont))).toEqual([['Literata', true, 1]]);
  });

  it('are refused when they are none, broken or far too large', async () => {
    const database = await temporaryDatabase();
    const fonts = await openFonts(database, unpackFont);
    const whole = new Uint8Array(await (await fetched(mathWoff, '')).arrayBuffer());
    const woff2 = new Uint8Array(await (await fetched(mathWoff2, '')).arrayBuffer());
    const huge = { name: 'huge.ttf', size: largestFont + 1 } as File;
    const outcomes = await fonts.install([
      new File(['<svg/>'], 'picture.ttf'),
      new File([], 'empty.woff2'),
      new File([whole.slice(0, 5000)], 'half.woff'),
      new File([whole.slice(0, 4), new Uint8Array(400).fill(255)], 'noise.woff'),
      new File([woff2.slice(0, 5000)], 'half.woff2'),
      new File([woff2.slice(0, 60)], 'head.woff2'),
      new File([woff2.fill(0, woff2.length >> 1)], 'zeros.woff2'),
      huge,
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['notAFont', 'notAFont', 'damaged', 'notAFont'],
      ...['damaged', 'damaged', 'damaged', 'tooLarge'],
    ]);
    expect(families(fonts)).toEqual([]);
  });

  it('are shown when another file cannot be read, or fails for reasons of its own', async () => {
    const fonts = await openFonts(await temporaryDatabase(), async () => {
      throw new Error('The main process is gone.');
    });
    const [woff, woff2] = [await fetched(mathWoff, 'a.woff'), await fetched(variableWoff2, 'b.woff2')];
    const gone = new File(['x'], 'gone.ttf');
    vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('Gone.', 'NotReadableError'));
    const outcomes = await fonts.install([gone, woff, gone]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unreadable', 'installed', 'unreadable']);
    expect(families(fonts)).toEqual([['STIX Two Math', false, 1]]);
    await expect(fonts.install([await unpacked(woff), woff2])).rejects.toThrow('The main process is gone.');
    expect(families(fonts)).toEqual([['STIX Two Math', false, 2]]);
  });

  it('set a chapter from its first layout on', async () => {
    const fonts = await openFonts(await temporaryDatabase(), unpackFont);
    await fonts.install([await fetched(mathWoff, 'x.woff')]);
    container = makeContainer();
    const book = await openBook(await buildEpub([{ name: 'a.xhtml', data: page('<p id="a">Word</p>') }]));
    const view = await book.show(container, plainStyle);
    const shown = () => shownDocument(container);
    const family = ownFontName('STIX Two Math');
    expect(shown().fonts.check(`16px "${family}"`)).toBe(true);
    const width = () => {
      const range = shown().createRange();
      range.selectNodeContents(shown().getElementById('a') as Element);
      return range.getBoundingClientRect().width;
    };
    const before = width();
    await view.setStyle({ ...plainStyle, fontFamily: `"${family}", serif` });
    expect([...shown().fonts].filter((face) => face.family.includes(family)).map(({ status }) => status)).toEqual([
      'loaded',
    ]);
    expect(width()).not.toBe(before);
    book.close();
  });
});
