// Hostile EPUBs, documents, FictionBooks and comics: entities that grow, endless contents, deep nesting, scripts.

import { buildEpub, xhtml } from '../build-epub.ts';
import { buildDocx } from '../samples/build-docx.ts';
import { buildZip } from '../samples/build-zip.ts';
import { type HostileFile, hugePng, laughs, megabyte, outside } from './parts.ts';

export async function hostileEpubs(): Promise<HostileFile[]> {
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

export async function hostileDocuments(): Promise<HostileFile[]> {
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

export async function hostileComics(): Promise<HostileFile[]> {
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
