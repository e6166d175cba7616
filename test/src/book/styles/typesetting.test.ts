// The text that is shown has hyphens and another script; offsets, quotes and CFIs are those of the book all the same.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { convertScript } from '../../../../src/book/script/convert-script.ts';
import { scanCss } from '../../../../src/book/styles/scan-css.ts';
import { cfiOfPoint, findPoint, readCfi } from '../../../../src/book/text/cfi.ts';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';
import { chapterLanguage } from '../../../../src/book/text/element-language.ts';
import { holdFrenchSpaces } from '../../../../src/book/text/french-spaces.ts';
import { hyphenate } from '../../../../src/book/text/hyphenate.ts';
import { standUpright } from '../../../../src/book/text/upright-digits.ts';
import { page } from '../build-zip.ts';

const words = [
  'representation',
  'a',
  'unbeliev\u00adable',
  'Donaudampfschifffahrt',
  'e\u0301ternellement',
  'x',
  '中文',
  '\u{1F600}',
  'www.international.org',
  'UNIVERSITY',
];
const inline = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  fc.constantFrom(
    '<b>organisation</b>',
    '<i lang="de">Geschwindigkeit</i>',
    '<!-- x -->',
    '<img/>',
    '<code>internationalisation</code>',
    '<![CDATA[characteristically]]>',
    'inter<b>nationali</b>sation',
  ),
);
const paragraph = fc.array(inline, { maxLength: 12 }).map((parts) => `<p>${parts.join(' ')}</p>`);
const chapter = fc
  .tuple(fc.array(paragraph, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '<h1>Internationalisation</h1>'))
  .map(([paragraphs, heading]) => page(heading + paragraphs.join('\n')));

it('keeps offsets, quotes and CFIs whatever is hyphenated', async () => {
  await fc.assert(
    fc.asyncProperty(
      chapter,
      fc.constantFrom('en', 'en-GB', 'de', 'fr', 'ja', ''),
      fc.nat(),
      async (markup, language, seed) => {
        const plain = parseMarkup(markup);
        const shown = parseMarkup(markup);
        await hyphenate(shown, language);
        expectSame(plain, shown, seed);
      },
    ),
    { numRuns: 60 },
  );
});

const chinese = [
  '头发',
  '发生',
  '皇后',
  '后面',
  '里程',
  '坛𬴃',
  '周𫖮',
  '㓆',
  '的',
  '，',
  'English',
  '<b>干燥</b>',
  '<i lang="ja">体</i>',
];
const chineseChapter = fc
  .array(
    fc.array(fc.constantFrom(...chinese), { maxLength: 14 }).map((parts) => `<p>${parts.join('')}</p>`),
    { minLength: 1, maxLength: 4 },
  )
  .map((paragraphs) => page(paragraphs.join('')));

it('keeps offsets, quotes and CFIs whatever script is shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      chineseChapter,
      fc.constantFrom('traditional', 'taiwan', 'hongKong', 'simplified'),
      fc.nat(),
      async (markup, script, seed) => {
        const shown = parseMarkup(markup);
        await convertScript(shown, 'zh-Hans', script);
        expectSame(parseMarkup(markup), shown, seed);
      },
    ),
    { numRuns: 40 },
  );
});

it.each([
  [
    'zh-Hans',
    'traditional',
    '<p>头发发生在皇后后面，里程<i lang="ja">体</i>坛𬴃</p>',
    '頭髮發生在皇后後面，里程体罈騞',
  ],
  ['zh', 'taiwan', '<p>里面的台湾</p>', '裡面的臺灣'],
  ['zh', 'hongKong', '<p>里面的台湾</p>', '裏面的台灣'],
  ['zh-TW', 'simplified', '<p>裡面的頭髮</p>', '里面的头发'],
  ['zh', 'traditional', '<p>裡面的頭髮與皇后</p>', '裡面的頭髮與皇后'],
  ['ja', 'traditional', '<p>体</p>', '体'],
] as const)('shows %s in %s', async (language, script, body, expected) => {
  const document = parseMarkup(page(body));
  await convertScript(document, language, script);
  expect(document.body.textContent?.trim()).toBe(expected);
});

it('divides words by the language of each element, and leaves alone what is no prose', async () => {
  const document = parseMarkup(
    page(
      '<h1>Internationalisation</h1><p>representation <i lang="de">Geschwindigkeit</i> <code>representation</code> www.representation.org REPRESENTATION repre\u00adsentation inter<b>nationalisation</b></p>'.replace(
        '\\u00ad',
        '\u00ad',
      ),
    ),
  );
  await hyphenate(document, 'en-US');
  expect(document.body.textContent?.trim().replaceAll('\u00ad', '-')).toBe(
    'Internationalisationrep-re-sen-ta-tion Ge-schwin-dig-keit representation www.representation.org REPRESENTATION repre-sentation internationalisation',
  );
});

it('divides no last word of a paragraph, and no short part of a compound', async () => {
  const shown = async (body: string) => {
    const document = parseMarkup(page(body));
    await hyphenate(document, 'en-GB');
    return document.body.textContent?.trim().replaceAll('\u00ad', '|');
  };
  expect(await shown('<p>adventures are <b>adventures</b>.”<i> </i></p>')).toBe('ad|ven|tures are adventures.”');
  expect(await shown('<p>adventures<br/>adventures too</p><p>so</p>')).toBe('adventuresad|ven|tures tooso');
  expect(await shown('<p><i>adventures</i>: <br/>adventures too</p>')).toBe('adventures: ad|ven|tures too');
  expect(await shown('<p>good-humoured oil-painting and representation-like</p>')).toBe(
    'good-humoured oil-painting and rep|res|ent|a|tion-like',
  );
});

it('holds French spaces to their signs, and no others', async () => {
  const markup = page('<p lang="fr">Dire : « Représentation. » Quoi ? <code>a ?</code></p><p>What ?</p>');
  const shown = parseMarkup(markup);
  await hyphenate(shown, 'en');
  holdFrenchSpaces(shown, 'en');
  expect(shown.body.textContent?.replaceAll('\u00a0', '_').replaceAll('\u00ad', '')).toBe(
    'Dire_: «_Représentation._» Quoi_? a ?What ?',
  );
  expect(shown.body.textContent).toContain('\u00ad');
  expectSame(parseMarkup(markup), shown, 3);
});

it('stands single digits upright in lines that run down, also in another script', async () => {
  const markup = page('<p>第3回、2024年<b>5</b>月。Q と A/B「!」<i lang="en">a 7</i><code>4</code></p>');
  const shown = parseMarkup(markup);
  await convertScript(shown, 'zh-Hans', 'taiwan');
  standUpright(shown, 'zh-Hans');
  expect(shown.body.textContent).toBe('第３回、2024年５月。Ｑ と A/B「！」a 74');
  expectSame(parseMarkup(markup), shown, 5);
});

it('takes a chapter for what it is where its tool wrote another language into it', () => {
  const named = (lang: string, text: string) =>
    parseMarkup(page(`<p>${text}</p>`).replace('<html', `<html lang="${lang}"`));
  expect(chapterLanguage(named('en', '你说什么？他笑道。'), 'zh-CN')).toBe('zh-CN');
  expect(chapterLanguage(named('en', 'An English preface, 你好.'), 'zh-CN')).toBe('en');
  expect(chapterLanguage(named('ja', '体'), 'zh-CN')).toBe('ja');
  expect(chapterLanguage(named('', 'x'), 'fr')).toBe('fr');
});

/** Compares places all over the chapter, from both sides. */
function expectSame(plain: Document, shown: Document, seed: number): void {
  const own = new ChapterText(plain.body);
  const text = new ChapterText(shown.body);
  expect(text.text).toBe(own.text);
  expect([text.starts, text.end]).toEqual([own.starts, own.end]);
  for (let n = 0, at = seed; own.end > 0 && n < 12; n++, at = at * 31 + 7) {
    const offset = wholeCharacter(own.text, Math.abs(at) % (own.end + 1));
    const end = wholeCharacter(own.text, Math.min(own.end, offset + (Math.abs(at) % 23)));
    const ownRange = own.range(offset, end) as Range;
    const range = text.range(offset, end) as Range;
    const points = [range.startContainer, range.startOffset, range.endContainer, range.endOffset] as const;
    expect(text.offsetOf(points[0], points[1])).toBe(own.offsetOf(ownRange.startContainer, ownRange.startOffset));
    expect(text.offsetOf(points[2], points[3])).toBe(own.offsetOf(ownRange.endContainer, ownRange.endOffset));
    const cfi = cfiOfPoint('epubcfi(/6/2!', range.startContainer, range.startOffset);
    expect(cfi).toBe(cfiOfPoint('epubcfi(/6/2!', ownRange.startContainer, ownRange.startOffset));
    const start = readCfi(cfi)?.start;
    const found = start && findPoint(shown, start);
    if (found) expect(text.offsetOf(found.node, found.offset)).toBe(offset);
  }
}

/** Half a character has no place of its own in a text that has another one there. */
function wholeCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}

it('digits side by side in an upright square may be asked for in every spelling there was', () => {
  const spellings = [
    'text-combine-upright: all',
    'text-combine-horizontal: all',
    '-ms-text-combine-horizontal: all',
    '-epub-text-combine-horizontal: all',
    '-epub-text-combine: horizontal',
    '-webkit-text-combine: horizontal',
    'text-combine: horizontal',
  ];
  const read = spellings.map((spelling) => scanCss(`i{${spelling}}`)?.map((piece) => 'text' in piece && piece.text));
  expect(read.map((pieces) => pieces?.join('').replaceAll(' ', ''))).toEqual(
    spellings.map(() => 'i{text-combine-upright:all}'),
  );
});
