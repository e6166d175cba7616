// Finding passages of one version in another, without a database.

import { describe, expect, test } from 'vitest';
import { PlaceFinder, type VersionChapter } from '../../../../server/reading/versions/place-finder.ts';

const chapter = (uid: number, title: string, text: string): VersionChapter => ({
  uid,
  title,
  file: `c${uid}.xhtml`,
  text,
});
const one = chapter(1, 'One', 'It was a bright cold day in April, and the clocks were striking thirteen.');

function find(chapters: VersionChapter[], text: string, quote: string, from: VersionChapter = one, more = {}) {
  const offset = text.indexOf(quote);
  const before = text.slice(Math.max(0, offset - 32), offset);
  const after = text.slice(offset + quote.length, offset + quote.length + 32);
  const found = new PlaceFinder(chapters).find({ chapter: from, offset, quote, before, after, ...more });
  return found && { uid: found.chapter.uid, words: found.chapter.text.slice(found.start, found.end) };
}

describe('a passage is found', () => {
  test('where it was, of several the one in the same surroundings, and else the nearest', () => {
    const text = 'yes no yes no yes';
    const finder = new PlaceFinder([chapter(1, 'One', `and now ${text}`)]);
    const passage = { chapter: one, quote: 'yes', before: '', after: '' };
    expect(finder.find({ ...passage, offset: 14 })?.start).toBe(15);
    expect(finder.find({ ...passage, offset: 0, before: 'no ', after: ' no' })?.start).toBe(15);
  });

  test('in a chapter that moved, by its title', () => {
    const moved = [chapter(1, 'Preface', 'Clocks.'), chapter(2, 'One', one.text)];
    expect(find(moved, one.text, 'clocks')).toEqual({ uid: 2, words: 'clocks' });
  });

  test('in another chapter, if it is long enough to be itself', () => {
    const split = [chapter(1, 'One', 'Something else.'), chapter(2, 'Two', one.text)];
    expect(find(split, one.text, 'the clocks were striking')).toEqual({ uid: 2, words: 'the clocks were striking' });
    expect(find(split, one.text, 'clocks')).toBeUndefined();
  });

  test('without case, width, spaces and punctuation', () => {
    const reset = [
      chapter(1, 'One', 'IT WAS  a bright,\n cold day — in April; and the clocks were striking “thirteen”.'),
    ];
    expect(find(reset, one.text, 'a bright cold day in April')?.words).toBe('a bright,\n cold day — in April');
    const wide = [chapter(1, 'One', '他说：「ＡＢＣ一二三」，然后走了。')];
    expect(find(wide, '他说"abc一二三"然后走了', 'abc一二三')?.words).toBe('ＡＢＣ一二三');
  });

  test('between what stood around it, when its own words were changed', () => {
    const changed = [chapter(1, 'One', one.text.replace('cold day', 'chilly morning'))];
    expect(find(changed, one.text, 'cold day')?.words).toBe('chilly morning');
  });

  test('or not at all, and nothing is guessed', () => {
    expect(find([chapter(1, 'One', 'Quite another text.')], one.text, 'bright cold day')).toBeUndefined();
    expect(find([one], one.text, ' ')).toBeUndefined();
  });

  test('characters beyond the basic plane keep their places', () => {
    const text = '😀𠮷野家で牛丼を食べる。そして帰る。';
    const found = find([chapter(1, 'One', `序。${text.replace('。', '！')}`)], text, '𠮷野家で牛丼を食べる。そして');
    expect(found?.words).toBe('𠮷野家で牛丼を食べる！そして');
  });
});
