// A book that has something of everything that readers go to or press: a picture, links of both kinds, landmarks, printed
// pages. Its text is by Lewis Carroll (1865).

import { buildEpub, page } from '../src/book/build-zip.ts';
import { pictureBytes } from '../src/painted-picture.ts';

export const alice = { title: 'Alice’s Adventures in Wonderland', author: 'Lewis Carroll' };

const bank =
  'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, “and what is the use of a book,” thought Alice, “without pictures or conversations?”';
const daisies =
  'So she was considering in her own mind (as well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies, when suddenly a White Rabbit with pink eyes ran close by her.';
const rabbit =
  'There was nothing so very remarkable in that; nor did Alice think it so very much out of the way to hear the Rabbit say to itself, “Oh dear! Oh dear! I shall be late!” (when she thought it over afterwards, it occurred to her that she ought to have wondered at this, but at the time it all seemed quite natural).';
const hole =
  'In another moment down went Alice after it, never once considering how in the world she was to get out again. The rabbit-hole went straight on like a tunnel for some way, and then dipped suddenly down, so suddenly that Alice had not a moment to think about stopping herself before she found herself falling down a very deep well.';

export const paragraphs: readonly string[] = [bank, daisies, rabbit, hole];

const links =
  '<p>There is <a href="https://www.example.org/alice">more about her</a> elsewhere, and the <a href="2.xhtml">Pool of Tears</a> comes next.</p>';
const text = paragraphs.map((words) => `<p>${words}</p>`).join('');

const first = `<h1>Down the Rabbit-Hole</h1><p>${bank}</p>${links}<p>${daisies}</p><p>${rabbit}</p><p>${hole}</p>${text.repeat(6)}`;

/** Where these words of the first chapter stand. UTF-16 units into its text. */
export function wordsAt(words: string): { chapterUid: number; start: number; end: number } {
  const start = first.replaceAll(/<[^>]*>/g, '').indexOf(words);
  if (start < 0) throw new Error(`There are no such words: ${words}`);
  return { chapterUid: 1, start, end: start + words.length };
}

const item = (href: string, title: string, type = '') => `<li><a ${type} href="${href}">${title}</a></li>`;

const contents = `<nav epub:type="toc"><ol>${item('1.xhtml', 'Down the Rabbit-Hole')}${item('2.xhtml', 'The Pool of Tears')}</ol></nav>
<nav epub:type="landmarks"><ol>${item('1.xhtml', 'Start of the text', 'epub:type="bodymatter"')}${item('2.xhtml', 'The picture of the Rabbit', 'epub:type="loi"')}</ol></nav>
<nav epub:type="page-list"><ol>${Array.from({ length: 90 }, (_, n) => item(n < 60 ? '1.xhtml' : `2.xhtml`, n < 4 ? 'i'.repeat(n + 1).replace('iiii', 'iv') : String(n - 3))).join('')}</ol></nav>`;

function paintWell(context: OffscreenCanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  for (let ring = 0; ring < 12; ring++) {
    context.fillStyle = `hsl(0 0% ${95 - ring * 8}%)`;
    context.beginPath();
    context.ellipse(width / 2, height / 2, (width / 2) * (1 - ring / 12), (height / 2) * (1 - ring / 12), 0, 0, 7);
    context.fill();
  }
}

export async function aliceBook(): Promise<Blob> {
  const figure =
    '<figure><img src="well.png" alt="A very deep well"/><figcaption>Either the well was very deep, or she fell very slowly</figcaption></figure>';
  return buildEpub(
    [
      { name: '1.xhtml', data: page(first) },
      { name: '2.xhtml', data: page(`<h1>The Pool of Tears</h1>${figure}${text}`) },
      { name: 'well.png', data: await pictureBytes(1500, 1000, paintWell), itemref: 'linear="no"' },
    ],
    { contents },
  );
}
