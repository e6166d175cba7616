// Beginnings of chapters on the bar that stands for the whole book: which are shown, and which chapter a place lies in.

import { describe, expect, it } from 'vitest';
import { bookLengths } from '../../../../src/reader/footer/book-lengths.ts';
import { chapterAt, chapterTicks, nearestTick } from '../../../../src/reader/go-to/chapter-ticks.ts';

describe('chapters', () => {
  const sections = [1000, 500, 2500].map((length, index) => ({ index, href: '', linear: true, length }));
  const lengths = bookLengths(sections);
  if (!lengths) throw new Error('They are known.');

  it('place the beginnings of chapters on a bar', () => {
    const toc = [0, 0, 1, 2].map((section, n) => ({ title: `${n}`, href: `${n}`, level: 1, section }));
    const ticks = chapterTicks(toc, lengths);
    expect(ticks.map(({ title, progress }) => [title, progress])).toEqual([
      ['0', 0],
      ['2', 25],
      ['3', 37.5],
    ]);
    expect(nearestTick(ticks, 36, 2)?.title).toBe('3');
    expect(nearestTick(ticks, 31, 2)).toBeUndefined();
  });

  it('place the chapters of the one part that is most of the book', () => {
    const sections = Array.from({ length: 20 }, (_, index) => ({ index, href: '', linear: true, length: 100 }));
    const lengths = bookLengths(sections);
    if (!lengths) throw new Error('They are counted.');
    const entry = (section: number, level: number) => ({ title: `${section}`, href: `${section}`, level, section });
    const chapters = Array.from({ length: 12 }, (_, n) => entry(n + 4, 2));
    const toc = [...[0, 1, 2, 3].map((n) => entry(n, 1)), ...chapters, ...[16, 17, 18].map((n) => entry(n, 1))];
    expect(chapterTicks(toc, lengths)).toHaveLength(19);
    const halved = toc.map((one) => (one.section % 10 === 5 ? { ...one, level: 1 } : one));
    expect(chapterTicks(halved, lengths)).toHaveLength(9);
  });

  it('leave a bar plain that would be grey with chapters', () => {
    const sections = Array.from({ length: 81 }, (_, index) => ({ index, href: '', linear: true, length: 100 }));
    const lengths = bookLengths(sections);
    if (!lengths) throw new Error('They are counted.');
    const toc = sections.map(({ index }) => ({ title: '', href: `${index}`, level: 1, section: index }));
    expect(chapterTicks(toc, lengths)).toEqual([]);
    expect(chapterTicks(toc.slice(1), lengths)).toHaveLength(80);
  });

  it('name the innermost chapter of a place, as far as it is certain', () => {
    const toc = [
      ['Part', 1, 0],
      ['First', 2, 1],
      ['Second', 2, 2],
      ['Late in the second', 3, 2],
    ].map(([title, level, section]) => ({
      title: `${title}`,
      href: '',
      level: Number(level),
      section: Number(section),
    }));
    const titles = [0, 10, 25, 37, 37.5, 80].map((progress) => chapterAt(toc, lengths, progress));
    expect(titles).toEqual(['Part', 'Part', 'First', 'First', 'Second', 'Part']);
  });
});
