import { describe, expect, it } from 'vitest';
import { decodePart } from '../../../../api/edition/decode-part.ts';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { copyPiece, splitSection } from '../../../../src/book/preparing/split-section.ts';
import { ChapterText, countText } from '../../../../src/book/text/chapter-text.ts';
import { countMarkup } from '../../../../src/book/text/count-markup.ts';
import vectors from '../../../text-vectors.json';
import { page, prose } from '../build-zip.ts';

describe('chapter text', () => {
  it.each(vectors.vectors)('counts: $name', ({ head, body, text, length }) => {
    const document = parseMarkup(page(body, head));
    const chapter = new ChapterText(document.body);
    expect(chapter.text).toBe(text);
    expect(countText(document.body)).toBe(length);
    expect(countMarkup(page(body, head))).toBe(length);
    expect(chapter.end).toBe(length);
  });

  it('gives up counting markup that only a parser understands', () => {
    for (const body of [
      '<p>a&nbsp;b</p>',
      '<p>R&D</p>',
      '<p>a<br>b</p>',
      '<b><i>x</b></i>',
      '<p>]]></p>',
      '<x:p>a</x:p>',
    ]) {
      expect(countMarkup(page(body))).toBeUndefined();
    }
    expect(countMarkup(`<!DOCTYPE html [<!ENTITY e "long">]>${page('<p>&e;</p>').slice(38)}`)).toBeUndefined();
    expect(countMarkup('<html><head/></html>')).toBeUndefined();
    expect(countMarkup('plain')).toBeUndefined();
    expect(countMarkup('<html><body><p title="a > b" lang=\'x\'>c</p></body></html>')).toBe(1);
  });

  it('is decoded as what it is where it is called UTF-8 and is not', () => {
    const old = Uint8Array.of(0x93, 0x61, 0x94, 0x20, 0x63, 0x61, 0x66, 0xe9);
    expect(decodePart(old)).toBe('“a” café');
    const almost = new TextEncoder().encode('naïve “quotes” – …');
    expect(decodePart(Uint8Array.of(...almost, 0xe9))).toBe('naïve “quotes” – …\ufffd');
    expect(decodePart(almost)).toBe('naïve “quotes” – …');
  });

  it('goes from offsets to ranges and back', () => {
    const document = parseMarkup(page('<p>one <b>two</b></p>\n<p><i/>three<!-- x --> fo\u{1F600}ur</p>five'));
    const chapter = new ChapterText(document.body);
    for (let start = 0; start < chapter.end; start++) {
      for (let end = start + 1; end <= chapter.end; end++) {
        const range = chapter.range(start, end);
        expect(range?.toString()).toBe(chapter.text.slice(start, end));
        if (!range) continue;
        expect(chapter.offsetOf(range.startContainer, range.startOffset)).toBe(start);
        expect(chapter.offsetOf(range.endContainer, range.endOffset)).toBe(end);
      }
    }
  });

  it('places elements at the first character in or after them', () => {
    const document = parseMarkup(page('<p>one</p><a id="x"/><p id="y">two</p><p id="z"/>'));
    const chapter = new ChapterText(document.body);
    const offsetOf = (id: string) => chapter.offsetOf(document.getElementById(id) as Element, 0);
    expect([offsetOf('x'), offsetOf('y'), offsetOf('z')]).toEqual([3, 3, 6]);
  });

  it('reads nearly well-formed chapters as XML and the others as HTML', () => {
    expect(parseMarkup(page('<p>a&nbsp;b &copy; R&D &unknown;</p>')).body.textContent).toBe('a\u00a0b © R&D &unknown;');
    expect(parseMarkup('<html><head><title/></head><body><p>a<br>b</body></html>').body.textContent?.trim()).toBe('ab');
    expect(parseMarkup('').body.textContent).toBe('');
    const bare = '<html><head><title>t</title></head><body><p>a&nbsp;b</p></body>\n</html>';
    for (const markup of [
      bare,
      bare.replace('&nbsp;', '_'),
      `<!--<html>-->${bare}`,
      bare.replace('<html', '<html xmlns="x"'),
    ]) {
      expect(parseMarkup(markup).body.textContent?.trim()).toMatch(/^a[_\u00a0]b$/);
    }
    expect(countText(parseMarkup(bare).body)).toBe(3);
    expect(parseMarkup('\u0000\u0001').body.localName).toBe('body');
  });

  it('cuts long sections into pieces that join to the whole', () => {
    const body = `<section>${prose(400, 'a')}<h2>Two</h2>${prose(400, 'b')}</section><ol>${'<li>x</li>'.repeat(9)}</ol>`;
    const document = parseMarkup(page(body));
    const pieces = splitSection(document);
    const whole = new ChapterText(document.body);
    expect(pieces.length).toBeGreaterThan(1);
    let joined = '';
    pieces.forEach((piece, n) => {
      const copy = new ChapterText(copyPiece(document, pieces, n).body, piece.start);
      expect([copy.base, copy.end]).toEqual([piece.start, piece.end]);
      joined += copy.text;
    });
    expect(joined).toBe(whole.text);
  });
});
