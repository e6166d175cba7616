// From pieces of text with places to paragraphs in the order of reading: columns, edges of pages, hyphens, headings.

import { expect, test } from 'vitest';
import { lettersOf } from '../../../../../server/reading/import/pdf/letters.ts';
import { type Line, linesOf } from '../../../../../server/reading/import/pdf/lines.ts';
import type { TextPiece } from '../../../../../server/reading/import/pdf/page-content.ts';
import { edgeLines } from '../../../../../server/reading/import/pdf/page-edges.ts';
import { addRules, joinedRules, type PageRules } from '../../../../../server/reading/import/pdf/page-rules.ts';
import { joined, paragraphsOf } from '../../../../../server/reading/import/pdf/paragraphs.ts';
import { pdfBlocks } from '../../../../../server/reading/import/pdf/pdf-blocks.ts';
import { withoutRadicals } from '../../../../../server/reading/import/pdf/radicals.ts';
import { inReadingOrder } from '../../../../../server/reading/import/pdf/reading-order.ts';
import { withTables } from '../../../../../server/reading/import/pdf/tables.ts';
import { turnVertical } from '../../../../../server/reading/import/pdf/vertical.ts';

const piece = (text: string, x: number, y: number, more: Partial<TextPiece> = {}): TextPiece => ({
  text,
  x,
  y,
  width: text.length * 5,
  size: 10,
  bold: false,
  italic: false,
  rightToLeft: false,
  topToBottom: false,
  ...more,
});

/** Lines of the same length below each other. */
const block = (name: string, count: number, x: number, y: number) =>
  Array.from({ length: count }, (_, index) => piece(`${name}${index} and words that fill`, x, y + index * 12));

const words = (groups: TextPiece[][]) =>
  groups.flatMap((group) => linesOf(group).map((line) => line.text.split(' ')[0]));

test('pieces on one base are one line; gaps are spaces, raised letters belong to it', () => {
  const lines = linesOf([
    piece('world', 60, 100),
    piece('Hello', 20, 100.4),
    piece('2', 86, 97, { size: 6 }),
    piece('next', 20, 112),
  ]);
  expect(lines.map((line) => line.text)).toEqual(['Hello world2', 'next']);
  const arabic = linesOf([piece('ثاني', 20, 50, { rightToLeft: true }), piece('أول', 60, 50, { rightToLeft: true })]);
  expect(arabic[0]).toMatchObject({ text: 'أول ثاني', rightToLeft: true });
});

test('columns are read one after the other, under the heading that spans them', () => {
  const heading = piece('A heading that goes across both of the columns', 20, 40);
  const groups = inReadingOrder([...block('r', 5, 180, 70), heading, ...block('l', 5, 20, 70)]);
  expect(words(groups)).toEqual(['A', 'l0', 'l1', 'l2', 'l3', 'l4', 'r0', 'r1', 'r2', 'r3', 'r4']);
});

test('columns are measured by their own edges, and a short heading below them comes after both', () => {
  const wide = (text: string, y: number) => piece(`${text} ${'and words that go along '.repeat(3)}`, 20, y);
  const first = [wide('w0', 40), wide('w1', 52), ...block('l', 5, 20, 90), ...block('r', 4, 210, 90)];
  const title = piece('Heading', 20, 165, { size: 14 });
  const groups = inReadingOrder([...first, title, wide('w2', 200), wide('w3', 212)]);
  expect(groups.map((group) => words([group]))).toEqual([
    ['w0', 'w1'],
    ['l0', 'l1', 'l2', 'l3', 'l4'],
    ['r0', 'r1', 'r2', 'r3'],
    ['Heading', 'w2', 'w3'],
  ]);
});

test('in a text that runs to the left, the right column comes first', () => {
  const turned = (pieces: TextPiece[]) => pieces.map((one) => ({ ...one, rightToLeft: true }));
  const groups = inReadingOrder(turned([...block('l', 4, 20, 70), ...block('r', 4, 180, 70)]));
  expect(groups.map((group) => group[0]?.text[0])).toEqual(['r', 'l']);
});

test('a table’s short rows are no columns', () => {
  const rows = [piece('one', 20, 50), piece('1', 200, 50), piece('two', 20, 62), piece('2', 200, 62)];
  expect(words(inReadingOrder(rows))).toEqual(['one', 'two']);
});

const none = { across: [], down: [] };

const grid = (rows: string[][], more: Partial<TextPiece> = {}, columns = [20, 120, 200]) =>
  rows.flatMap((cells, row) => cells.map((cell, n) => piece(cell, columns[n] as number, 60 + row * 14, more)));

test('rows of cells below each other are a table, in its place between paragraphs', () => {
  const head = [piece('Land', 20, 46, { bold: true }), piece('City', 130, 46, { bold: true })];
  const rows = [
    ['Norway', 'Oslo'],
    ['Iceland', 'Reykjavik'],
    ['Denmark', 'Copenhagen'],
  ];
  const text = (y: number) => piece('a paragraph that goes all the way along the page', 20, y);
  const pieces = withTables([text(20), ...head, ...grid(rows), text(130)]);
  const columns = inReadingOrder(pieces).map((group) => ({ page: 1, lines: linesOf(group) }));
  const paragraphs = paragraphsOf(columns);
  expect(paragraphs.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
  expect(paragraphs[1]?.table).toEqual({ rows: [['Land', 'City'], ...rows], hasHead: true });
  expect(pdfBlocks(paragraphs, [])[1]?.markup).toMatch(
    /^<table><tr><th>Land<\/th><th>City<\/th><\/tr><tr><td>Norway<\/td>.*<td>Copenhagen<\/td><\/tr><\/table>$/,
  );
});

test.each([
  [
    'two rows',
    grid([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]),
  ],
  [
    'a list',
    grid([
      ['1.', 'one'],
      ['2.', 'two'],
      ['3.', 'three'],
    ]),
  ],
  [
    'an index in two columns',
    grid([
      ['ape 3', 'jay 9'],
      ['bear 4', 'kite 2'],
      ['cat 7', 'lynx 1'],
    ]),
  ],
  [
    'words of justified lines',
    grid([['so', 'it', 'was']])
      .concat(
        grid(
          [
            ['', '', ''],
            ['and', 'now', 'it'],
          ],
          {},
          [20, 90, 240],
        ),
        grid(
          [
            ['', '', ''],
            ['', '', ''],
            ['is', 'as', 'if'],
          ],
          {},
          [20, 140, 230],
        ),
      )
      .filter(({ text }) => text),
  ],
  ['columns of text', [...block('l', 5, 20, 70), ...block('r', 5, 180, 70)]],
])('%s are no table', (_what, pieces) => {
  expect(withTables(pieces)).toEqual(pieces);
});

test('numbers make two columns a table', () => {
  const rows = [
    ['Chapter one', '3'],
    ['Chapter two', '17'],
    ['Chapter three', '109'],
  ];
  const [table] = withTables(grid(rows, {}, [20, 190]));
  expect(table?.table).toEqual({ rows, hasHead: false });
  expect(table?.text).toContain('Chapter three 109');
});

const tableOf = (pieces: TextPiece[], rules?: PageRules) => withTables(pieces, rules).find((each) => each.table)?.table;

test('two rows are a table when their columns have names, or stand exactly below each other with numbers', () => {
  const columns = [20, 120, 200];
  const names = grid([['Land', 'Capital', 'People']], { bold: true }, columns);
  const row = grid([[], ['Norway', 'Oslo', '5,500,000']], {}, columns);
  const expected = {
    rows: [
      ['Land', 'Capital', 'People'],
      ['Norway', 'Oslo', '5,500,000'],
    ],
    hasHead: true,
  };
  expect(tableOf([...names, ...row])).toEqual(expected);
  const numbers = [
    ['Norway', '1814', '5.5'],
    ['Iceland', '1944', '0.4'],
  ];
  expect(tableOf(grid(numbers, {}, columns))).toEqual({ rows: numbers, hasHead: false });
  const askew = grid([['Norway', '1814', '5.5'], []], {}, columns).concat(
    grid([[], ['Iceland', '1944', '0.4']], {}, [20, 127, 209]),
  );
  expect(tableOf(askew)).toBeUndefined();
});

test('a cell that goes on below, where the first column has nothing, is one cell', () => {
  const pieces = [
    ...grid([['Norway', 'a long coast of', '1814']], {}, [20, 120, 260]),
    piece('many fjords and is-', 120, 72),
    piece('lands', 120, 84),
    ...[
      ['Iceland', 'fire and ice', '1944'],
      ['Denmark', 'mostly flat', '1849'],
    ].flatMap(([a = '', b = '', c = ''], n) => [
      piece(a, 20, 100 + n * 16),
      piece(b, 120, 100 + n * 16),
      piece(c, 260, 100 + n * 16),
    ]),
  ];
  expect(tableOf(pieces)?.rows).toEqual([
    ['Norway', 'a long coast of many fjords and islands', '1814'],
    ['Iceland', 'fire and ice', '1944'],
    ['Denmark', 'mostly flat', '1849'],
  ]);
});

const across = (...ys: number[]) => ys.map((y) => ({ left: 10, right: 310, y }));
const cellLines = (x: number, y: number, ...lines: string[]) => lines.map((text, n) => piece(text, x, y + n * 12));

test('between lines stands one row, whatever its cells wrap to', () => {
  const pieces = [
    ...cellLines(20, 50, 'Name'),
    ...cellLines(160, 50, 'What it is'),
    ...cellLines(20, 70, 'A name that', 'goes on'),
    ...cellLines(160, 70, 'two lines here', 'as well'),
  ];
  const rows = [
    ['Name', 'What it is'],
    ['A name that goes on', 'two lines here as well'],
  ];
  const box = [10, 150, 310].map((x) => ({ x, top: 38, bottom: 90 }));
  expect(tableOf(pieces, { across: across(38, 56, 90), down: box })).toEqual({ rows, hasHead: false });
  // Drawn cell by cell, each border for itself and a little thick.
  const borders = [38, 56, 90].flatMap((y) =>
    [10, 150].flatMap((left) => [y, y + 0.8].map((at) => ({ left, right: left === 10 ? 150 : 310, y: at }))),
  );
  expect(tableOf(pieces, { across: borders, down: box })?.rows).toEqual(rows);
  expect(tableOf(pieces)).toBeUndefined();
});

test('lines above and below the head and at the end: what begins at the left is a row', () => {
  const pieces = [
    ...grid([['Land', 'Known for']], { bold: true }, [20, 160]),
    ...cellLines(20, 80, 'Norway'),
    ...cellLines(160, 80, 'a coast that', 'goes on and on'),
    ...cellLines(20, 106, 'Iceland'),
    ...cellLines(160, 106, 'fire'),
  ];
  const found = tableOf(pieces, { across: across(48, 66, 124), down: [] });
  expect(found).toEqual({
    rows: [
      ['Land', 'Known for'],
      ['Norway', 'a coast that goes on and on'],
      ['Iceland', 'fire'],
    ],
    hasHead: true,
  });
});

test('lines around columns of text, and frames, make no table of them', () => {
  const columns = [...block('l', 20, 20, 70), ...block('r', 20, 180, 70)];
  expect(tableOf(columns, { across: across(40, 60, 310), down: [] })).toBeUndefined();
  expect(tableOf(columns, { across: across(40, 60, 310), down: [{ x: 165, top: 40, bottom: 310 }] })).toBeUndefined();
  expect(tableOf(cellLines(20, 50, 'in a', 'frame'), { across: across(38, 56, 80), down: [] })).toBeUndefined();
});

test('the lines of a path: drawn, filled as a thin box, turned with the page, and none of curves', () => {
  const rules: PageRules = { across: [], down: [] };
  const flip = [1, 0, 0, -1, 0, 600] as const;
  addRules(rules, new Float32Array([0, 50, 500, 1, 250, 500]), flip);
  addRules(rules, [0, 50, 480, 1, 250, 480, 1, 250, 480.5, 1, 50, 480.5, 4], flip);
  addRules(rules, [0, 100, 480, 1, 100, 500], flip);
  addRules(rules, [0, 0, 0, 2, 1, 1, 2, 2, 90, 0, 9, 1, 2], flip);
  expect(joinedRules(rules)).toEqual({
    across: [
      { left: 50, right: 250, y: 100 },
      { left: 50, right: 250, y: 119.5 },
    ],
    down: [{ x: 100, top: 100, bottom: 120 }],
  });
});

test('running titles and page numbers are found, and a lone heading is none', () => {
  const page = (number: number): { height: number; lines: Line[] } => ({
    height: 600,
    lines: linesOf([
      piece(number % 2 ? 'THE WHALE' : `CHAPTER ${number}`, 20, 30),
      ...block(`p${number}-`, 3, 20, 200),
      piece(String(number), 190, 580),
    ]),
  });
  const pages = [1, 2, 3, 4, 5, 6].map(page);
  const edges = edgeLines(pages);
  expect([...edges].map((line) => line.text)).toEqual(
    pages.flatMap(({ lines }) => [lines[0]?.text, lines.at(-1)?.text]),
  );
  const single = { height: 600, lines: linesOf([piece('Title', 20, 30), piece('7', 190, 580)]) };
  expect(edgeLines([single]).size).toBe(0);
});

test('paragraphs end at an indent, a gap or a short last line, and go on over pages', () => {
  const full = (text: string, y: number, x = 20): TextPiece => piece(text, x, y, { width: 200 - x });
  const first = [
    piece('Chapter', 20, 40, { size: 16 }),
    full('It was a bright cold day, and the', 80),
    piece('clocks struck.', 20, 92),
    full('Another paragraph is cut by the', 104, 35),
    full('end of the page in mid sen-', 116),
  ];
  const second = [full('tence and goes on over the page', 50), piece('until here.', 20, 62), full('A third.', 90)];
  const paragraphs = paragraphsOf([
    { page: 1, lines: linesOf(first) },
    { page: 2, lines: linesOf(second) },
  ]);
  expect(paragraphs.map(({ kind, text, page }) => [kind, text, page])).toEqual([
    ['heading', 'Chapter', 1],
    ['paragraph', 'It was a bright cold day, and the clocks struck.', 1],
    [
      'paragraph',
      'Another paragraph is cut by the end of the page in mid sentence and goes on over the page until here.',
      1,
    ],
    ['paragraph', 'A third.', 2],
  ]);
});

test('lines are joined as the words want it', () => {
  expect(joined(['a mast-', 'head'], new Set(['mast-head']))).toBe('a mast-head');
  expect(joined(['exam-', 'ple'])).toBe('example');
  expect(joined(['滚滚长江', '东逝水'])).toBe('滚滚长江东逝水');
  expect(joined(['precisely', '—having'])).toBe('precisely—having');
  expect(withoutRadicals('滚滚⻓江 ⻛')).toBe('滚滚长江 风');
});

test('every line of a quotation is indented and belongs to one paragraph; items of a list are apart', () => {
  const rows = [
    [20, 'the words before the quotation go all the way along'],
    [40, 'it is quoted that the words go'],
    [40, 'along for as far as they go'],
    [40, 'and end.'],
    [40, 'first of a list'],
    [40, 'second'],
    [20, 'after it the words go all the way along once again,'],
  ] as const;
  const lines = linesOf(rows.map(([x, text], index) => piece(text, x, 20 + index * 12)));
  expect(paragraphsOf([{ page: 1, lines }]).map(({ text }) => text)).toEqual([
    rows[0][1],
    'it is quoted that the words go along for as far as they go and end.',
    'first of a list',
    'second',
    rows[6][1],
  ]);
});

test('a full line with a sentence at its end goes on in the next column, a short one does not', () => {
  const column = (page: number, ...texts: string[]) => ({
    page,
    lines: linesOf(texts.map((text, index) => piece(text, 20, 20 + index * 12))),
  });
  const full = 'words that go along and along and come to an end here.';
  const next = column(2, 'And then they go on, all along the line and to its edge,', 'for long.');
  expect(paragraphsOf([column(1, 'Some words that go along, as far as the edge of it all,', full), next])).toHaveLength(
    1,
  );
  expect(
    paragraphsOf([column(1, 'Some words that go along, as far as the edge of it all,', 'an end.'), next]),
  ).toHaveLength(2);
});

test('shapes become the letters that they stand for, and what an author chose stays', () => {
  expect(lettersOf('ﬁnd the ﬂag, x² ½ № ① “…”')).toBe('find the flag, x² ½ № ① “…”');
  expect(lettersOf('他说：“走！”（笑）１２３，对吗？')).toBe('他说：“走！”（笑）１２３，对吗？');
  expect(lettersOf('﹁⼭⽔﹂︒︵︐︶︙︰')).toBe('「山水」。（，）…‥');
  expect(lettersOf('ﺳﻼم\u0001')).toBe('سلام ');
});

test('columns of characters below each other are read from right to left, with what is turned in them', () => {
  const stack = (text: string, x: number) =>
    [...text].map((letter, index) => piece(letter, x, 40 + index * 10, { width: 10 }));
  const pieces = [...stack('吾輩は猫である名前はまだ無', 300), ...stack('いどこで生れたか', 280)];
  const page = {
    number: 1,
    width: 400,
    height: 600,
    pieces,
    pictures: [{ x: 20, y: 50, width: 100, height: 40 }],
    rules: none,
  };
  const turned = turnVertical(page, [piece('OK', 282, 112, { topToBottom: true, width: 20 })]);
  expect(turned).toMatchObject({ width: 600, height: 400, pictures: [{ x: 50, y: 280, width: 40, height: 100 }] });
  expect(linesOf(turned.pieces).map((line) => line.text)).toEqual(['吾輩は猫である名前はまだ無', 'いどこで生れたかOK']);
  const level = {
    ...page,
    pieces: [...'吾輩は猫である名前はまだ無いどこで生れたか'].map((letter, index) =>
      piece(letter, 20 + index * 10, 40, { width: 10 }),
    ),
  };
  expect(turnVertical(level, [])).toBe(level);
});

test('long marks and quotes of Chinese and Japanese lines are joined without a space', () => {
  expect(joined(['ニャーニャ', 'ー泣いて', 'いた', '“好”', '他说', 'in English'])).toBe(
    'ニャーニャー泣いていた“好”他说 in English',
  );
});
