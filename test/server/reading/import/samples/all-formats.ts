// One small whole book of every format, and what is to be found in it.

import sharp from 'sharp';
import { buildEpub } from '../build-epub.ts';
import { buildAzw3 } from './build-azw3.ts';
import { buildDocx } from './build-docx.ts';
import { buildMobi } from './build-mobi.ts';
import { buildPdf } from './build-pdf.ts';
import { buildZip } from './build-zip.ts';

export interface SampleBook {
  /** Of the file; its suffix is misleading on purpose where `format` is told by content. */
  name: string;
  bytes: Buffer;
  format: string;
  title: string;
  author: string;
  /** Titles and beginnings of the text. */
  chapters: [title: string, text: string][];
  hasCover: boolean;
}

export const picture = (background = '#888', width = 300, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

export async function allFormats(): Promise<SampleBook[]> {
  const png = await picture();
  const fb2 = fictionBook(png);
  const base = { title: 'A Book', author: 'Ann Author', hasCover: false };
  const two: SampleBook['chapters'] = [
    ['One', 'One\nText of one.'],
    ['Two', 'Two\nText of two.'],
  ];
  const pages: SampleBook['chapters'] = [
    ['1', ''],
    ['2', ''],
    ['3', ''],
  ];
  return [
    {
      ...base,
      name: 'epub.pdf',
      format: 'epub',
      bytes: await buildEpub(),
      chapters: [
        ['One', 'OneCall me Ishmael.'],
        ['Two', 'TwoLoomings.'],
      ],
    },
    {
      ...base,
      name: 'word.bin',
      format: 'docx',
      bytes: await buildDocx([
        ['Heading1', 'One'],
        ['', 'Text of one.'],
        ['Heading1', 'Two'],
        ['', 'Text of two.'],
      ]),
      title: 'The Report',
      chapters: two,
    },
    {
      ...base,
      name: 'paper.txt',
      format: 'pdf',
      bytes: buildPdf({
        pages: [['Text of one and', 'more of it.'], ['Text of two.'], Buffer.alloc(240_000, 128)],
        outline: [
          ['One', 0],
          ['Two', 1],
        ],
      }),
      title: 'A Paper',
      // The scanned page.
      hasCover: true,
      chapters: [
        ['One', 'Text of one and more of it.'],
        ['Two', 'Text of two.'],
      ],
    },
    {
      ...base,
      name: 'kindle.txt',
      format: 'mobi',
      bytes: buildMobi({
        html: '<html><head><guide></guide></head><body><h1>One</h1><p>Text of one.<img recindex="00001"></p><mbp:pagebreak/><h1>Two</h1><p>Text of two. <a filepos=0000000040>Back</a></p></body></html>',
        title: 'A Book',
        facts: [
          [100, 'Ann Author'],
          [201, 0],
        ],
        pictures: [png],
      }),
      chapters: two,
      hasCover: true,
    },
    {
      ...base,
      name: 'kindle.epub',
      format: 'azw3',
      bytes: buildAzw3({
        facts: [
          [100, 'Ann Author'],
          [201, 0],
        ],
        chapters: [
          { title: 'One', body: '<h1>One</h1><p>Text of one.<img src="kindle:embed:0001?mime=image/png"></p>' },
          {
            title: 'Two',
            body: '<h1>Two</h1><p>Text of two. <a href="kindle:pos:fid:0000:off:0000000000">Back</a></p>',
          },
        ],
        pictures: [png],
      }),
      chapters: two,
      hasCover: true,
    },
    {
      ...base,
      name: 'chinese.pdf',
      format: 'txt',
      bytes: Buffer.from(
        '《三体》作者：刘慈欣\n第一章 开始\n　　很久很久以前，有一个人。\n第二章 后来\n　　后来他走了。\n',
      ),
      title: '三体',
      author: '刘慈欣',
      chapters: [
        ['', '《三体》作者：刘慈欣'],
        ['第一章 开始', '第一章 开始\n很久很久以前，有一个人。'],
        ['第二章 后来', '第二章 后来\n后来他走了。'],
      ],
    },
    {
      ...base,
      name: 'notes.txt',
      format: 'md',
      bytes: Buffer.from(
        '---\ntitle: A Book\nauthor: [Ann Author]\n---\n# One\n\nText of one.\n\n# Two\n\nText *of* two. <script>x</script>',
      ),
      chapters: two,
    },
    {
      ...base,
      name: 'page.epub',
      format: 'html',
      bytes: Buffer.from(
        '<!doctype html><html lang="en"><head><title>A Book</title><meta name="author" content="Ann Author"></head><body><div><h1>One</h1><p onclick="x()">Text of <a href="#there">one</a>.<h1>Two</h1><p id="there">Text of two.<script>x</script></div>',
      ),
      chapters: two,
    },
    {
      ...base,
      name: 'pages.zip',
      format: 'html',
      bytes: await buildZip({
        'index.html':
          '<title>A Book</title><meta name=author content="Ann Author"><h1>One</h1><p>Text of one.<a href="b.html"></a><img src="i/p.png">',
        'b.html': '<h1>Two</h1><p>Text of two.',
        'i/p.png': png,
      }),
      // Its first page is a picture.
      hasCover: true,
      chapters: two,
    },
    {
      ...base,
      name: 'fiction.xml',
      format: 'fb2',
      bytes: Buffer.from(fb2),
      chapters: [
        ['One', 'OneText of one.'],
        ['Two', 'TwoText of two.'],
      ],
      hasCover: true,
    },
    {
      ...base,
      name: 'fiction.fb2.zip',
      format: 'fb2',
      bytes: await buildZip({ 'book.fb2': fb2 }),
      chapters: [
        ['One', 'OneText of one.'],
        ['Two', 'TwoText of two.'],
      ],
      hasCover: true,
    },
    {
      ...base,
      name: 'comic.zip',
      format: 'cbz',
      bytes: await buildZip({
        'p10.png': png,
        'p2.png': await picture('#222'),
        'p1.png': await picture('#fff'),
        'ComicInfo.xml':
          '<ComicInfo><Title>A Book</Title><Writer>Ann Author</Writer><Series>Panels</Series><Number>3</Number></ComicInfo>',
      }),
      chapters: pages,
      hasCover: true,
    },
  ];
}

function fictionBook(png: Buffer): string {
  return `<?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><genre>sf</genre><author><first-name>Ann</first-name><last-name>Author</last-name></author><book-title>A Book</book-title><coverpage><image l:href="#c.png"/></coverpage><lang>en</lang><sequence name="Tales" number="2"/></title-info></description><body><section><title><p>One</p></title><p>Text of one.</p></section><section><title><p>Two</p></title><p>Text of two.</p></section></body><binary id="c.png" content-type="image/png">${png.toString('base64')}</binary></FictionBook>`;
}
