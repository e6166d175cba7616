// Where lines and pages end, on text that is laid out: what may begin and end a line of Chinese and Japanese, how far
// apart their characters and Latin letters stand, and how many lines of a paragraph may stand alone on a page.

import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

let book: Book | undefined;
let box: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  box?.remove();
});

const width = 700;

async function layOut(body: string, language: string, head = ''): Promise<Document> {
  book = await openBook(await buildEpub([{ name: '1.xhtml', data: page(body, head) }], { language }));
  box = makeContainer(width, 900);
  await book.show(box, { ...plainStyle, fontFamily: '' });
  return shownDocument(box);
}

interface Line {
  text: string;
  page: number;
  top: number;
}

/** Of an element that holds nothing but text. */
function linesOf(element: Element): Line[] {
  const text = element.firstChild as Text;
  const range = element.ownerDocument.createRange();
  const lines: Line[] = [];
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const [box] = range.getClientRects();
    if (!box || box.width === 0) continue;
    const here = { page: Math.floor(box.left / width), top: Math.round(box.top) };
    const line = lines.at(-1);
    if (line?.page === here.page && Math.abs(line.top - here.top) < 10) line.text += text.data[at];
    else lines.push({ ...here, text: text.data[at] ?? '' });
  }
  return lines;
}

/** The words after one more character each time, so that each of their characters comes to a line's end. */
const moved = (words: string, by: string) =>
  Array.from({ length: 24 }, (_, n) => `<p>${by.repeat(n)}${words.repeat(2)}</p>`).join('');

const opening = /[「『（〔【《“‘]$/;

it.each([
  [
    'ja',
    'あ',
    'キャッチャーのフィールドで、「ちょっと（スーパーへ）行って、ショッピングをしよう」と言った。々、ゝ・…！？',
  ],
  [
    'zh-CN',
    '山',
    '他说：“这本《呐喊》（鲁迅著）真好！”我问：「为什么？」他答，因为好、真、美；又叹了一口气……如此而已。',
  ],
])('no line of %s begins with what closes, or is small, nor ends with what opens', async (language, by, words) => {
  const page = await layOut(moved(words, by), language);
  const lines = [...page.querySelectorAll('p')].flatMap((one) => linesOf(one).map(({ text }) => text));
  // There are so many that every character would have begun one.
  expect(lines.length).toBeGreaterThan(100);
  const closing = /^[、。，．：；！？」』）〕】》”’・ーゝ々…ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/;
  expect(lines.filter((line) => closing.test(line))).toEqual([]);
  expect(lines.filter((line) => opening.test(line))).toEqual([]);
});

it('Latin letters and digits stand off Chinese characters, but not in what is to be copied', async () => {
  const mixed = '山A山7山';
  const tight = 'style="text-autospace: no-autospace"';
  const page = await layOut(
    `<p><b>${mixed}</b></p><p><b ${tight}>${mixed}</b></p><pre><i>${mixed}</i></pre><pre><i ${tight}>${mixed}</i></pre>`,
    'zh-CN',
  );
  const widthsOf = (tag: string) => [...page.querySelectorAll(tag)].map((one) => one.getBoundingClientRect().width);
  const [apart = 0, close = 0] = widthsOf('b');
  // An eighth of an em at each of the four borders.
  expect(apart - close).toBeCloseTo(4 * (plainStyle.fontSize / 8), 0);
  const [copied, same] = widthsOf('i');
  expect(copied).toBe(same);
});

/** Lines of a paragraph, by the book's own breaks. */
const paragraph = (lines: number) => `<p>${Array.from({ length: lines }, (_, n) => `line ${n}`).join('\n')}</p>`;
const byLines = '<style>html { orphans: 1; widows: 1 } p { white-space: pre-line; margin: 0 } h2 { margin: 0 }</style>';

it('no line of a paragraph stands alone on a page, whatever the book says of all of them', async () => {
  // Of three lines the browser leaves the last one alone rather than move all of them.
  const lengths = [2, 4, 5, 6];
  const body = Array.from({ length: 120 }, (_, n) => paragraph(lengths[n % lengths.length] ?? 2)).join('');
  const page = await layOut(body, 'en', byLines);
  const parts = [...page.querySelectorAll('p')].map((one) => {
    const pages = linesOf(one).map((line) => line.page);
    return [...new Set(pages)].map((on) => pages.filter((other) => other === on).length);
  });
  expect(parts.some(({ length }) => length > 1)).toBe(true);
  expect(parts.filter((lines) => Math.min(...lines) < 2)).toEqual([]);
});

it('no heading is the last on its page', async () => {
  const body = Array.from({ length: 80 }, (_, n) => `<h2>Heading</h2>${paragraph(2 + (n % 5))}`).join('');
  const page = await layOut(body, 'en', byLines);
  const apart = [...page.querySelectorAll('h2')].filter((heading) => {
    const [first] = linesOf(heading.nextElementSibling as Element);
    return linesOf(heading)[0]?.page !== first?.page;
  });
  const last = linesOf([...page.querySelectorAll('p')].at(-1) as Element)[0]?.page ?? 0;
  expect(last).toBeGreaterThan(5);
  expect(apart).toEqual([]);
});
