import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readChapterText } from '../../../../server/reading/import/chapter-text.ts';

interface Vector {
  name: string;
  head?: string;
  body: string;
  text: string;
  length: number;
}

// The renderer's tests read the same file: both sides must count alike.
const { vectors } = JSON.parse(await readFile(new URL('../../../text-vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[];
};

const chapterText = (markup: string) => readChapterText(markup).text;
const countWords = (body: string) => readChapterText(`<body>${body}</body>`).words;

describe('chapter text counts as the client does', () => {
  test.each(vectors)('$name', ({ head = '', body, text, length }) => {
    const markup = `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
    expect(chapterText(markup)).toBe(text);
    expect(chapterText(markup)).toHaveLength(length);
  });

  test('text outside body does not count', () => {
    expect(chapterText('<html>\n<head><title>no</title></head>\n<body class="a > b">yes</body>\n</html>\n')).toBe(
      'yes',
    );
  });

  test('a prefix does not hide the body', () => {
    expect(chapterText('<h:html xmlns:h="x"><h:body><h:p>yes</h:p><h:script>no</h:script></h:body></h:html>')).toBe(
      'yes',
    );
  });

  test('an attribute with angle brackets is no text', () => {
    expect(chapterText('<body><p title="a > b < c">x</p></body>')).toBe('x');
  });

  test('damaged markup ends, and costs no more than its length', () => {
    expect(chapterText('<body><p>a <b')).toBe('a <b');
    expect(chapterText('<body><!-- never closed')).toBe('');
    expect(chapterText('<body><![CDATA[never closed')).toBe('never closed');
    expect(chapterText('<body>1 < 2 > 1')).toBe('1 < 2 > 1');
    // Each of these takes minutes where a step looks back.
    expect(chapterText(`<body>${'<'.repeat(1_000_000)}`)).toHaveLength(1_000_000);
    expect(chapterText(`<body>${'<a '.repeat(300_000)}`)).toHaveLength(900_000);
    expect(chapterText(`<body><a ${'"'.repeat(1_000_001)}`)).toHaveLength(1_000_004);
    expect(chapterText(`<body>${'&'.repeat(1_000_000)}`)).toHaveLength(1_000_000);
  });
});

test('words are counted by spaces, and by character where there are none', () => {
  expect(countWords('Call me Ishmael. Some years ago—never mind how long')).toBe(10);
  expect(countWords('我是猫。')).toBe(3);
  expect(countWords('don’t well-known 1984')).toBe(3);
  expect(countWords('<h1>One</h1><p>t<i>wo</i></p>')).toBe(2);
  expect(countWords('')).toBe(0);
});

describe('seams of the joined text', () => {
  const seams = (body: string) => readChapterText(`<body>${body}</body>`).seams;

  test('blocks end phrases, lines end words, inline tags end nothing', () => {
    expect(seams('<p>one</p>\n<p>t<b>w</b>o</p><div><p>three<br/>four</p></div>five')).toEqual({
      blocks: [3, 7, 16, 20],
      lines: [12],
      asides: [],
    });
  });

  test('readings of ruby are asides, also where their end tag is left out', () => {
    expect(seams('<p><ruby>草<rp>(</rp><rt>くさ</rt><rp>)</rp>枕<rt>まくら</ruby>を</p>').asides).toEqual([
      1, 2, 2, 4, 4, 5, 6, 9,
    ]);
    expect(seams('<ruby>草枕<rt>くさ<rt>まくら</ruby>').asides).toEqual([2, 4, 4, 7]);
  });

  test('a script inside of a word is no seam', () => {
    expect(seams('<p>wo<script>x</script>rd</p>').blocks).toEqual([4]);
  });
});
