// What selecting asks of a text wherever it lies, in a chapter or on a drawn page: its words and the ends of its units.
// Lines depend on where it lies.

import type { SelectionUnit, TextSpan } from '../book.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { TextBounds } from '../text/text-bounds.ts';

export abstract class SelectableText {
  readonly chapterUid: number;
  readonly text: ChapterText;
  readonly bounds: TextBounds;

  constructor(chapterUid: number, text: ChapterText) {
    this.chapterUid = chapterUid;
    this.text = text;
    this.bounds = new TextBounds(text);
  }

  whole(): TextSpan {
    return { chapterUid: this.chapterUid, start: this.text.base, end: this.text.end };
  }

  wordAt(offset: number): TextSpan | undefined {
    const found = this.bounds.at(offset, 'word') ?? this.bounds.at(offset, 'character');
    return found && { chapterUid: this.chapterUid, ...found };
  }

  following(offset: number, length: number): string {
    return this.bounds.following(offset, length);
  }

  move(offset: number, by: SelectionUnit, direction: 1 | -1, edge: 'start' | 'end'): number | undefined {
    if (by === 'line') return this.lineBeside(offset, direction, edge);
    return this.bounds.edgeBeside(offset, by, direction, edge);
  }

  /** Where an edge comes to in the line above (−1) or below (1). */
  abstract lineBeside(offset: number, direction: 1 | -1, edge: 'start' | 'end'): number | undefined;
}
