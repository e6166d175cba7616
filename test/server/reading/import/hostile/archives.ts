// Hostile archives of every kind: bombs, truncated ones, names that climb out, lies about sizes.

import { buildEpub, patch, xhtml } from '../build-epub.ts';
import { buildDocx } from '../samples/build-docx.ts';
import { buildZip } from '../samples/build-zip.ts';
import { type HostileFile, megabyte } from './parts.ts';

export async function hostileArchives(): Promise<HostileFile[]> {
  const whole = await buildEpub();
  const zeros = Buffer.alloc(66 * megabyte);
  const inner = await buildZip({ 'zeros.html': zeros });
  const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, outcome: 'refused' });
  return [
    refused('empty', Buffer.alloc(0)),
    refused('end of a zip alone', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')),
    ...[0.1, 0.5, 0.9, 0.99].map((share) =>
      refused(`truncated at ${share}.epub`, whole.subarray(0, Math.floor(whole.length * share))),
    ),
    refused('bomb.epub', await buildEpub({ files: { 'book/one.xhtml': zeros } })),
    refused('bomb.zip', inner),
    refused('bomb of bombs.zip', await buildZip({ 'a.zip': inner, 'b.zip': inner })),
    refused('bomb.cbz', await buildZip({ 'a.png': zeros, 'b.png': zeros })),
    refused('climbing.epub', patch(await buildEpub({ files: { 'aaa/evil': 'x' } }), 'aaa/evil', '../xevil')),
    refused('climbing.cbz', patch(await buildZip({ 'aaa/evil.png': 'x' }), 'aaa/evil', '../xevil')),
    refused('climbing.docx', patch(await buildDocx([['', 'x']], { 'aaa/evil': 'x' }), 'aaa/evil', '../xevil')),
    refused('absolute.zip', patch(await buildZip({ 'aaa/evil.html': 'x' }), 'aaa/evil', '/etc/xvl')),
    refused(
      'lying about its size.epub',
      lying(await buildEpub({ files: { 'book/one.xhtml': xhtml('<p>x</p>'.repeat(50_000)) } })),
    ),
    refused('too many entries.zip', manyEntries(30_000)),
    {
      name: 'the same name twice.epub',
      bytes: patch(await buildEpub({ files: { 'book/tne.xhtml': 'x' } }), 'book/tne.xhtml', 'book/one.xhtml'),
      outcome: 'either',
    },
    { name: 'bytes before the archive.epub', bytes: Buffer.concat([Buffer.alloc(100, 'x'), whole]), outcome: 'either' },
  ];
}

/** Writes a small unpacked size into the directory and the entry of the first large file. */
function lying(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = 0; at + 46 < changed.length; at++) {
    const mark = changed.readUInt32LE(at);
    const field = mark === 0x02014b50 ? at + 24 : mark === 0x04034b50 ? at + 22 : undefined;
    if (field !== undefined && changed.readUInt32LE(field) > 100_000) changed.writeUInt32LE(100, field);
  }
  return changed;
}

/** A directory of nothing but names. */
function manyEntries(count: number): Buffer {
  const entries: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    const name = Buffer.from(`${n}.html`);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(name.length, 28);
    entries.push(head, name);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(4, 16);
  return Buffer.concat([Buffer.from('PK\x03\x04'), directory, end]);
}
