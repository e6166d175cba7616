// A book's cover: its image, or one set from title and author where there is none.

import './cover.css';
import type { BookRow } from '../db/shelf/books.ts';
import { useStrings } from '../strings/languages.ts';

export interface CoverProps {
  book: Pick<BookRow, 'title' | 'author'>;
  /** Object URL; empty or absent draws a cover. */
  url: string | undefined;
  width: number;
  height: number;
}

export function Cover({ book, url, width, height }: CoverProps) {
  const strings = useStrings();
  const size = { width: `${width}px`, height: `${height}px` };
  if (url) return <img class="cover" src={url} alt="" style={size} decoding="sync" draggable={false} />;
  // A title is not broken at its hyphens: "Moby-Dick" is one word.
  const title = (book.title || strings.shelf.untitled).replaceAll('-', '\u2011');
  return (
    <div class="cover drawn-cover" style={{ ...size, fontSize: `${titleSize(title, width, height)}px` }}>
      <div class="drawn-cover-frame">
        <div class="drawn-cover-title">{title}</div>
        <div class="drawn-cover-rule" />
        <div class="drawn-cover-author">{book.author}</div>
      </div>
    </div>
  );
}

/** Largest size at which a title of this length surely fits; Chinese characters are as wide as they are high. */
export function titleSize(title: string, width: number, height: number): number {
  const units = Array.from(title).reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.55), 0);
  const longestWord = Math.max(
    ...title.split(/\s+|(?=[\u2e80-\uffff])/u).map((word) => word.length * (word > '\u2e7f' ? 1 : 0.6)),
  );
  const room = width * 0.68 * (height * 0.42);
  return Math.max(
    width * 0.055,
    Math.min(width * 0.15, Math.sqrt(room / (Math.max(units, 4) * 1.3)), (width * 0.72) / Math.max(longestWord, 1)),
  );
}
