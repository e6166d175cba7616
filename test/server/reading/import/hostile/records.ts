// Hostile PDF and MOBI files: loops, bombs in streams, records outside of the file, locks.

import { deflateRawSync, deflateSync } from 'node:zlib';
import { buildMobi } from '../samples/build-mobi.ts';
import { buildPdf } from '../samples/build-pdf.ts';
import { type HostileFile, megabyte } from './parts.ts';

export function hostilePdfs(): HostileFile[] {
  const whole = buildPdf({ pages: [['Some text.']], outline: [['One', 0]] });
  const bomb = deflateSync(deflateRawSync(Buffer.alloc(4 * megabyte)));
  const packed = (filter: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< /Length ${bytes.length} /Filter ${filter} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const zeros = deflateSync(Buffer.alloc(60 * megabyte, 'q '));
  return [
    { name: 'truncated.pdf', bytes: whole.subarray(0, 300), outcome: 'either' },
    { name: 'only a head.pdf', bytes: Buffer.from('%PDF-1.7\n'), outcome: 'refused' },
    { name: 'pages of itself.pdf', bytes: replaced(whole, '/Kids [6 0 R]', '/Kids [2 0 R]'), outcome: 'either' },
    { name: 'outline of itself.pdf', bytes: replaced(whole, '/Parent 8 0 R ', '/Next 9 0 R   '), outcome: 'either' },
    {
      name: 'endless pages.pdf',
      bytes: replaced(whole, '/Count 1 >>', '/Count 9999999 >>'.slice(0, 11)),
      outcome: 'either',
    },
    {
      name: 'bomb.pdf',
      bytes: buildPdf({ pages: [['x']], extra: [packed('/FlateDecode', zeros).toString('latin1')] }),
      outcome: 'either',
    },
    { name: 'bomb of bombs.pdf', bytes: contentBomb(packed('[/FlateDecode /FlateDecode]', bomb)), outcome: 'either' },
    {
      name: 'endless drawing.pdf',
      bytes: contentBomb(packed('/FlateDecode', zeros)),
      outcome: 'either',
      isEndless: true,
    },
    {
      name: 'script.pdf',
      bytes: buildPdf({ pages: [['Some text.']], info: '/Title (T) /JS (app.alert\\(1\\))' }),
      outcome: 'book',
    },
    {
      name: 'locked.pdf',
      bytes: buildPdf({
        pages: [['x']],
        trailer:
          '/Encrypt << /Filter /Standard /V 1 /R 2 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012) /P -44 >> /ID [(a) (b)]',
      }),
      outcome: 'refused',
    },
  ];
}

/** A page whose drawing is this stream. */
function contentBomb(stream: Buffer): Buffer {
  const whole = buildPdf({ pages: [['x']] }).toString('latin1');
  const end = whole.indexOf('7 0 obj');
  const after = whole.indexOf('xref', end);
  return Buffer.from(
    `${whole.slice(0, end)}7 0 obj\n${stream.toString('latin1')}\nendobj\n${whole.slice(after)}`,
    'latin1',
  );
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(from, to.padEnd(from.length).slice(0, from.length)), 'latin1');
}

export function hostileMobis(): HostileFile[] {
  const whole = buildMobi({
    html: `<html><head><guide></guide></head><body>${'<p>Text</p>'.repeat(2000)}</body></html>`,
    facts: [[100, 'A']],
  });
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32BE(value, at);
    return bytes;
  };
  const first = whole.readUInt32BE(78);
  return [
    { name: 'truncated.mobi', bytes: whole.subarray(0, 3000), outcome: 'refused' },
    { name: 'only a head.mobi', bytes: whole.subarray(0, 80), outcome: 'refused' },
    { name: 'records outside.mobi', bytes: changed(86, 0x7fffffff), outcome: 'refused' },
    { name: 'records backwards.mobi', bytes: changed(94, 10), outcome: 'refused' },
    { name: 'endless facts.mobi', bytes: changed(first + 16 + 232 + 8, 0xffffffff), outcome: 'either' },
    { name: 'unknown packing.mobi', bytes: changed(first, 0x44480000), outcome: 'either' },
    { name: 'index of itself.mobi', bytes: changed(first + 244, 0), outcome: 'either' },
    { name: 'pretending to be newer.azw3', bytes: changed(first + 36, 8), outcome: 'refused' },
    { name: 'locked.mobi', bytes: buildMobi({ encryption: 1 }), outcome: 'refused' },
    {
      name: 'picture that is none.mobi',
      bytes: buildMobi({
        html: '<html><head><guide></guide></head><body><img recindex="99999"><img recindex="00001">text</body></html>',
        pictures: [Buffer.from('<script>')],
      }),
      outcome: 'either',
    },
  ];
}
