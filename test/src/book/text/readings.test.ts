import { afterEach, describe, expect, it } from 'vitest';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';
import { TextBounds } from '../../../../src/book/text/text-bounds.ts';

const town = '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょ</rt></ruby>を<ruby>登<rt>のぼ</rt></ruby>る</p>';

const shown: Element[] = [];
afterEach(() => {
  for (const element of shown.splice(0)) element.remove();
});

/** Laid out, as blocks are told by their boxes. */
function textOf(body: string): ChapterText {
  const element = document.createElement('article');
  element.innerHTML = body;
  document.body.append(element);
  shown.push(element);
  return new ChapterText(element);
}

describe('readings beside words', () => {
  it('count in the text and are no part of its words', () => {
    const text = textOf(`<p>春の</p>${town}`);
    expect(text.text).toBe('春の東(とう)京きょを登のぼる');
    expect(text.words(0, text.end)).toBe('春の東京を登る');
    expect(text.words(3, 8)).toBe('京');
    expect(text.words(4, 6)).toBe('');
    expect(textOf('<p>plain</p>').words(1, 3)).toBe('la');
  });

  it('divide no word, and belong to the character that they stand at', () => {
    const text = textOf(town);
    const bounds = new TextBounds(text);
    expect(text.words(0, 6)).toBe('東京');
    const word = bounds.at(0, 'word');
    expect(word && text.words(word.start, word.end)).toBe('東京');
    // From within the reading of its first character too.
    expect(bounds.at(2, 'word')).toEqual(word);
    expect(bounds.at(0, 'character')).toEqual({ start: 0, end: 5 });
    const particle = bounds.next(1, 'word');
    expect(particle && text.slice(particle.start, particle.end)).toBe('を');
    expect(bounds.previous(text.end, 'sentence')).toEqual({ start: 0, end: text.end });
    expect(bounds.following(0, 4)).toBe('東京を登');
    expect(bounds.following(9, 3)).toBe('登る');
    for (let at = 0, steps = 0; at < text.end; steps++) {
      const next = bounds.edgeBeside(at, 'character', 1, 'end') ?? text.end;
      expect(next).toBeGreaterThan(at);
      expect(steps).toBeLessThan(5);
      at = next;
    }
  });
});
