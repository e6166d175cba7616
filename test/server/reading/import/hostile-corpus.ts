// Makes broken and malicious files of every format, the same each time: bombs, paths that climb out, entities that grow,
// pictures larger than any memory, lies about sizes, loops, scripts, bait for slow patterns. Also a program: with a folder
// as argument it writes them there.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { buildEpub, patch, xhtml } from './build-epub.ts';
import { buildDocx } from './samples/build-docx.ts';
import { buildMobi } from './samples/build-mobi.ts';
import { buildPdf } from './samples/build-pdf.ts';
import { buildZip } from './samples/build-zip.ts';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** What must come of it; `book`: it is read, and nothing of what is bad in it is left. */
  outcome: 'book' | 'refused' | 'either';
}

const megabyte = 1024 * 1024;
const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;
const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

export async function hostileFiles(): Promise<HostileFile[]> {
  return [
    ...(await archives()),
    ...(await epubs()),
    ...(await documents()),
    ...texts(),
    ...pdfs(),
    ...mobis(),
    ...(await comics()),
  ];
}

async function archives(): Promise<HostileFile[]> {
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

async function epubs(): Promise<HostileFile[]> {
  const endless = Array.from({ length: 25_000 }, (_, n) => `<li><a href="one.xhtml#p${n}">Entry ${n}</a></li>`).join(
    '',
  );
  const deep = '<ol><li><a href="one.xhtml">x</a>'.repeat(20_000) + '</li></ol>'.repeat(20_000);
  const nav = (list: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc">${list}</nav></body></html>`;
  return [
    { name: 'laughs.epub', bytes: await buildEpub({ packageStart: laughs }), outcome: 'refused' },
    {
      name: 'laughs in a chapter.epub',
      bytes: await buildEpub({ files: { 'book/one.xhtml': laughs + xhtml('&j;') } }),
      outcome: 'refused',
    },
    { name: 'outside.epub', bytes: await buildEpub({ packageStart: outside }), outcome: 'refused' },
    {
      name: 'endless contents.epub',
      bytes: await buildEpub({ files: { 'book/nav.xhtml': nav(`<ol>${endless}</ol>`) } }),
      outcome: 'either',
    },
    {
      name: 'deep contents.epub',
      bytes: await buildEpub({ files: { 'book/nav.xhtml': nav(deep) } }),
      outcome: 'either',
    },
    {
      name: 'contents of itself.epub',
      bytes: await buildEpub({
        manifest: '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml" fallback="c1"/>',
        spine: '<itemref idref="c1"/>'.repeat(50),
      }),
      outcome: 'either',
    },
    {
      name: 'too many chapters.epub',
      bytes: await buildEpub({ spine: '<itemref idref="c1"/>'.repeat(20_000) }),
      outcome: 'refused',
    },
    {
      name: 'scripts.epub',
      bytes: await buildEpub({
        files: { 'book/one.xhtml': xhtml('<script>while(1);</script><p onload="x()">Text.</p>') },
      }),
      outcome: 'book',
    },
    {
      name: 'wrong encoding.epub',
      bytes: await buildEpub({
        files: {
          'book/one.xhtml': Buffer.from(
            '<?xml version="1.0" encoding="no-such-thing"?><html><body><p>\xe9\xff\xfe</p></body></html>',
            'latin1',
          ),
        },
      }),
      outcome: 'either',
    },
    {
      name: 'huge cover.epub',
      bytes: await buildEpub({
        manifest:
          '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png" properties="cover-image"/>',
        spine: '<itemref idref="c1"/>',
        files: { 'book/p.png': hugePng() },
      }),
      outcome: 'book',
    },
  ];
}

/** Ten thousand million pixels in a few hundred bytes. */
function hugePng(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(100_000, 0);
  head.writeUInt32BE(100_000, 4);
  head[8] = 8;
  head[9] = 2;
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function documents(): Promise<HostileFile[]> {
  const open = '<?xml version="1.0"?>';
  const word = (body: string) =>
    `${open}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const docx = (document: string) => buildDocx([], { 'word/document.xml': document });
  const fiction = (body: string, head = '') =>
    Buffer.from(
      `${open}${head}<FictionBook><description><title-info><book-title>B</book-title></title-info></description><body>${body}</body></FictionBook>`,
    );
  return [
    {
      name: 'bomb.docx',
      bytes: await buildDocx([['', 'x']], { 'word/media/zeros.bin': Buffer.alloc(66 * megabyte) }),
      outcome: 'refused',
    },
    {
      name: 'laughs.docx',
      bytes: await docx(laughs + word('<w:p><w:r><w:t>&j;</w:t></w:r></w:p>')),
      outcome: 'refused',
    },
    { name: 'outside.docx', bytes: await docx(outside + word('<w:p/>')), outcome: 'refused' },
    {
      name: 'deep.docx',
      bytes: await docx(word('<w:tbl><w:tr><w:tc>'.repeat(5000) + '</w:tc></w:tr></w:tbl>'.repeat(5000))),
      outcome: 'either',
    },
    { name: 'broken.docx', bytes: await docx('<w:document'), outcome: 'refused' },
    {
      name: 'script in a link.docx',
      bytes: await docx(word('<w:p><w:r><w:t>&lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r></w:p>')),
      outcome: 'book',
    },
    { name: 'laughs.fb2', bytes: fiction('<section><p>&j;</p></section>', laughs), outcome: 'refused' },
    { name: 'outside.fb2', bytes: fiction('<section><p>&a;</p></section>', outside), outcome: 'refused' },
    { name: 'deep.fb2', bytes: fiction('<section>'.repeat(50_000) + '</section>'.repeat(50_000)), outcome: 'either' },
    { name: 'broken.fb2', bytes: fiction('<section><p>').subarray(0, 150), outcome: 'refused' },
    {
      name: 'links to itself.fb2',
      bytes: fiction(
        '<section id="a"><p><a href="#a">a</a><a href="javascript:x()">b</a><image href="#a"/><image href="http://x/y.png"/></p></section>',
      ),
      outcome: 'book',
    },
    {
      name: 'bomb.fb2.zip',
      bytes: await buildZip({
        'a.fb2': Buffer.concat([Buffer.from('<FictionBook>'), Buffer.alloc(66 * megabyte, ' ')]),
      }),
      outcome: 'refused',
    },
  ];
}

function texts(): HostileFile[] {
  const html = (name: string, body: string, outcome: HostileFile['outcome'] = 'book') => ({
    name,
    bytes: Buffer.from(`<!doctype html><html><body>${body}</body></html>`),
    outcome,
  });
  return [
    html(
      'scripts.html',
      '<h1>A</h1><p onclick="x()">Text<script>alert(1)</script><iframe src="http://x"></iframe><img src="http://x/y.png" onerror="x()"><a href="javascript:alert(1)">l</a><svg onload="x()"><use href="http://x#y"/><foreignObject><p>f</p></foreignObject></svg><style>@import "http://x"</style></p>',
    ),
    html('deep.html', `${'<div>'.repeat(30_000)}text`),
    html(
      'formatting.html',
      Array.from({ length: 3000 }, (_, n) => `<b class="${n}">`).join('') + '<p>x'.repeat(50),
      'either',
    ),
    html('tables.html', '<table>'.repeat(3000), 'either'),
    html('attributes.html', `<p ${Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ')}>text</p>`),
    html('never closed.html', `<a href="${'x'.repeat(500_000)}`, 'either'),
    html('huge inline picture.html', `<p>text<img src="data:image/png;base64,${hugePng().toString('base64')}"></p>`),
    { name: 'spaces.txt', bytes: Buffer.from(`${' '.repeat(2 * megabyte)}x`), outcome: 'book' },
    {
      name: 'heading bait.txt',
      bytes: Buffer.from(`${'第'.repeat(300_000)}章\n${'Chapter '.repeat(100_000)}\n`),
      outcome: 'book',
    },
    {
      name: 'many headings.txt',
      bytes: Buffer.from(Array.from({ length: 12_000 }, (_, n) => `第${n}章`).join('\n')),
      outcome: 'book',
    },
    { name: 'no line ends.txt', bytes: Buffer.from('word '.repeat(600_000)), outcome: 'book' },
    {
      name: 'controls.txt',
      bytes: Buffer.from(`Text \u0007\u0008 and \ufffe\uffff more. ${'ordinary words '.repeat(100)}`),
      outcome: 'book',
    },
    {
      name: 'half characters.txt',
      bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('text \ud800 and more', 'utf16le')]),
      outcome: 'book',
    },
    {
      name: 'laughs.md',
      bytes: Buffer.from(
        `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n---\n# A\n\ntext`,
      ),
      outcome: 'book',
    },
    { name: 'emphasis.md', bytes: Buffer.from(`# A\n\n# B\n\n${'*a **b '.repeat(5000)}`), outcome: 'either' },
    { name: 'brackets.md', bytes: Buffer.from(`# A\n\n# B\n\n${'['.repeat(20_000)}`), outcome: 'either' },
    { name: 'deep quotes.md', bytes: Buffer.from(`# A\n\n# B\n\n${'> '.repeat(3000)}text`), outcome: 'either' },
    {
      name: 'scripts.md',
      bytes: Buffer.from(
        '# A\n\n# B\n\n<script>alert(1)</script><img src=x onerror=alert(1)> [l](javascript:alert(1)) text',
      ),
      outcome: 'book',
    },
  ];
}

function pdfs(): HostileFile[] {
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
    { name: 'endless drawing.pdf', bytes: contentBomb(packed('/FlateDecode', zeros)), outcome: 'either' },
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

function mobis(): HostileFile[] {
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

async function comics(): Promise<HostileFile[]> {
  return [
    { name: 'huge page.cbz', bytes: await buildZip({ '1.png': hugePng() }), outcome: 'refused' },
    {
      name: 'no pictures.cbz',
      bytes: await buildZip({ '1.jpg': 'not a picture', '2.jpg': '<svg onload="x()"/>' }),
      outcome: 'refused',
    },
    {
      name: 'laughs.cbz',
      bytes: await buildZip({
        '1.png': hugePng(),
        'ComicInfo.xml': `${laughs}<ComicInfo><Title>&j;</Title></ComicInfo>`,
      }),
      outcome: 'refused',
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? 'hostile';
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of await hostileFiles()) await writeFile(join(folder, name), bytes);
}
