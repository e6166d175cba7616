// Plain texts: their encodings, their headings, their paragraphs.

import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../api/edition/decode-text.ts';
import { guessLanguage } from '../../../../api/edition/guess-language.ts';
import { textBlocks } from '../../../../api/edition/text-draft.ts';
import { findHeading } from '../../../../api/edition/text-headings.ts';
import { readTitlePage } from '../../../../api/edition/title-page.ts';
import { encodeLegacy } from './samples/encode-legacy.ts';

const samples: Record<string, string> = {
  gb18030: '第一章 秋天\n　　从前有一个人，他在山里住了很多年，每天早上都要到河边去看水。后来他老了，就不再去了。',
  big5: '第一章 秋天\n　　從前有一個人，他在山裡住了很多年，每天早上都要到河邊去看水。後來他老了，就不再去了。',
  shift_jis: '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
  'euc-jp': '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
  'euc-kr': '그는 아침마다 강가에 나가서 물을 바라보았다. 나이가 들어서 이제는 나가지 않는다.',
  'windows-1252': 'Le garçon était déjà là, près de la fenêtre, où l’été s’achevait. Où êtes-vous, mes élèves?',
  'windows-1251': 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.',
  'windows-1250': 'Příliš žluťoučký kůň úpěl ďábelské ódy, protože věděl, že už je příliš pozdě na večeři.',
  'windows-1253': 'Ο άνθρωπος έζησε πολλά χρόνια στο βουνό και κάθε πρωί πήγαινε στο ποτάμι.',
};

describe('encodings', () => {
  test.each(Object.entries(samples))('%s', (encoding, text) => {
    expect(decodeText(encodeLegacy(text.repeat(5), encoding)).text).toBe(text.repeat(5));
  });

  test('Unicode in every form, with its mark and without', () => {
    const text = `第一章\n${samples['windows-1252']}\n`.repeat(20);
    const utf16 = Buffer.from(text, 'utf16le');
    const swapped = Buffer.from(utf16).swap16();
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      utf16,
      swapped,
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
    ]) {
      expect(decodeText(bytes).text).toBe(text);
    }
  });

  test('a short or damaged text is decoded somehow', () => {
    expect(decodeText(Buffer.from('a')).text).toBe('a');
    expect(decodeText(Buffer.alloc(0)).text).toBe('');
    expect(decodeText(Buffer.from([0x63, 0x61, 0x66, 0xe9])).text).toBe('café');
    const cut = encodeLegacy(samples.gb18030?.repeat(5) ?? '', 'gb18030').subarray(0, -1);
    expect(decodeText(cut).encoding).toBe('gb18030');
  });
});

describe('headings', () => {
  test.each([
    ['第一卷 少年', 1],
    ['第十二章　风雪山神庙', 2],
    ['第3回', 2],
    ['第二节 其他', 3],
    ['楔子', 2],
    ['番外二 后来', 2],
    ['CHAPTER I. Down the Rabbit-Hole', 2],
    ['Chapter Twenty-One', 2],
    ['Part Two', 1],
    ['BOOK THE FIRST', 1],
    ['Kapitel 7', 2],
    ['Chapitre premier', 2],
    ['Глава 12', 2],
    ['XIV.', 2],
    ['Prologue', 2],
    ['제3장 바다', 2],
  ])('%s', (line, level) => {
    expect(findHeading(line, true)).toBe(level);
  });

  test.each([
    '第一章他写得很好，后来就写不下去了。',
    '第一部分人已经走了',
    'Chapter two was the longest, and nobody ever read it to the end.',
    'I.B.M.',
    'MIX',
    'Part of the reason, he said, was this.',
    '一个人',
  ])('no heading: %s', (line) => {
    expect(findHeading(line, false)).toBeUndefined();
  });
});

test('lines broken at a width are joined, others are paragraphs', () => {
  const line = 'this line is as long as a screen was wide when people wrote such';
  const wrapped = [...Array.from({ length: 25 }, () => line), 'and ends.', '', 'Next para-', 'graph.', ''];
  const blocks = textBlocks(wrapped);
  expect(blocks).toHaveLength(2);
  expect(blocks[0]?.markup).toMatch(/such this line .* and ends\.<\/p>$/);
  expect(blocks[1]?.markup).toBe('<p>Next paragraph.</p>');
  expect(textBlocks(['　　一段。', '　　又一段。']).map((block) => block.markup)).toEqual([
    '<p>一段。</p>',
    '<p>又一段。</p>',
  ]);
  expect(textBlocks(['a < b & "c"'])[0]?.markup).toBe('<p>a &lt; b &amp; &quot;c&quot;</p>');
});

test('title pages and languages', () => {
  expect(readTitlePage(['《三体》作者：刘慈欣', ''])).toEqual({ title: '三体', author: '刘慈欣' });
  expect(readTitlePage(['书名：围城', '作者：钱钟书'])).toEqual({ title: '围城', author: '钱钟书' });
  expect(readTitlePage(['Moby-Dick', 'by Herman Melville'])).toEqual({ title: 'Moby-Dick', author: 'Herman Melville' });
  expect(readTitlePage(['第一章', '他说：'])).toEqual({});
  expect(readTitlePage(['', '吾輩は猫である', '夏目漱石', '', '-----'])).toEqual({
    title: '吾輩は猫である',
    author: '夏目漱石',
  });
  expect(readTitlePage(['三体', '刘慈欣', '', '第一章'])).toEqual({ title: '三体', author: '刘慈欣' });
  expect(readTitlePage(['春眠不觉晓', '处处闻啼鸟', ''])).toEqual({});
  expect(readTitlePage(['他走了。', '天黑了', ''])).toEqual({});
  expect(readTitlePage(['出海记', '序章', ''])).toEqual({});
  expect(guessLanguage(samples.big5 ?? '')).toBe('zh-Hant');
  expect(guessLanguage(samples.gb18030 ?? '')).toBe('zh-Hans');
  expect(guessLanguage(samples.shift_jis ?? '')).toBe('ja');
  expect(guessLanguage('The man and the dog went to the sea with a boat that was his.')).toBe('en');
});
