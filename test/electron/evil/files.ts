// ZIP files that lie: about names, sizes, places, secrets and how they are packed.

import { buildEpub, buildZip, container, page, type ZipPart } from '../../src/book/build-zip.ts';
import { last, mark } from './case.ts';

export interface EvilFile {
  name: string;
  make(): Promise<Blob>;
  /** `opened`, or the reason for which it is refused. */
  ends: string;
}

const chapters = [
  { name: 'one.xhtml', data: page(`<p>${mark}</p>`) },
  { name: 'last.xhtml', data: page(`<p>${last}</p>`) },
];
const honest = (parts: ZipPart[] = []) => buildEpub(chapters, { parts });

/** The honest file with some of its bytes changed. */
async function mended(change: (view: DataView<ArrayBuffer>, entries: number[], end: number) => void): Promise<Blob> {
  const bytes = await (await honest()).arrayBuffer();
  const view = new DataView(bytes);
  const end = bytes.byteLength - 22;
  const entries: number[] = [];
  for (let at = view.getUint32(end + 16, true); at < end && view.getUint32(at, true) === 0x02014b50; ) {
    entries.push(at);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  change(view, entries, end);
  return new Blob([bytes]);
}

const entry = (entries: number[], n: number) => entries[n] ?? 0;

export const files: EvilFile[] = [
  { name: 'an honest one', make: () => honest(), ends: 'opened' },
  {
    name: 'names that climb, begin at the root or hold what names do not',
    make: () =>
      honest(
        [
          '../../../evil',
          '/etc/passwd',
          'C:\\evil',
          'a/../../b',
          'O/\u0000x',
          '.',
          '..',
          ' ',
          'con',
          'O/\u202egpj.exe',
          `${'x/'.repeat(300)}y`,
        ].map((name) => ({ name, data: 'evil' })),
      ),
    ends: 'opened',
  },
  {
    name: 'names that differ in case',
    make: () =>
      honest([
        { name: 'o/ONE.XHTML', data: page('<p>evil</p>') },
        { name: 'META-INF/CONTAINER.XML', data: '<evil/>' },
      ]),
    ends: 'opened',
  },
  { name: 'one name twice', make: () => honest([container]), ends: 'damaged' },
  {
    name: 'another name where the part lies than in the table',
    make: () => mended((view, entries) => view.setUint8(view.getUint32(entry(entries, 1) + 42, true) + 30, 0x58)),
    ends: 'damaged',
  },
  {
    name: 'two parts in one place',
    make: () =>
      mended((view, entries) =>
        view.setUint32(entry(entries, 2) + 42, view.getUint32(entry(entries, 1) + 42, true), true),
      ),
    ends: 'damaged',
  },
  {
    name: 'parts that lie outside of the file',
    make: () => mended((view, entries) => view.setUint32(entry(entries, 3) + 42, 0x7fffffff, true)),
    ends: 'damaged',
  },
  {
    name: 'more parts than there are',
    make: () => mended((view, _, end) => view.setUint16(end + 10, 9999, true)),
    ends: 'damaged',
  },
  {
    name: 'a table that is longer than the file',
    make: () => mended((view, _, end) => view.setUint32(end + 12, 0x7fffffff, true)),
    ends: 'damaged',
  },
  {
    name: 'a file in segments',
    make: () =>
      mended((view, _, end) => {
        view.setUint16(end + 4, 1, true);
        view.setUint16(end + 6, 1, true);
      }),
    ends: 'unsupported',
  },
  {
    name: 'parts on another disk',
    make: () => mended((view, entries) => view.setUint16(entry(entries, 3) + 34, 7, true)),
    ends: 'unsupported',
  },
  {
    name: 'parts packed in another way',
    make: () => mended((view, entries) => view.setUint16(entry(entries, 4) + 10, 12, true)),
    ends: 'unsupported',
  },
  {
    name: 'parts with a password',
    make: () => mended((view, entries) => view.setUint16(entry(entries, 1) + 8, 0x801, true)),
    ends: 'protected',
  },
  {
    name: 'parts that unpack to more than they say',
    make: () => buildZip([{ ...container, claimedSize: 20 }]),
    ends: 'damaged',
  },
  { name: 'a bomb', make: () => honest([{ name: 'bomb', data: new Uint8Array(48 * 1024 * 1024) }]), ends: 'damaged' },
  {
    name: 'a link to a file of the device',
    make: () =>
      mended((view, entries) => {
        view.setUint8(entry(entries, 3) + 5, 3);
        view.setUint32(entry(entries, 3) + 38, 0xa1ff0000, true);
      }),
    ends: 'opened',
  },
  {
    name: 'wide sizes that are no sizes',
    make: async () => {
      const wide = new Uint8Array(await (await buildZip([container, ...chapters], true)).arrayBuffer());
      new DataView(wide.buffer).setBigUint64(wide.length - 22 - 20 - 56 + 40, 2n ** 63n, true);
      return new Blob([wide]);
    },
    ends: 'damaged',
  },
  {
    name: 'a second end after the first',
    make: async () => new Blob([await honest(), 'PK\u0005\u0006', new Uint8Array(18)]),
    ends: 'not-a-book',
  },
];
