// A book's notes as Markdown: a heading per chapter, a quotation per mark. Pure.

import { isoDayOf } from '../strings/dates.ts';
import { type Note, type OpenNotebook, placeOf } from './notes.ts';

export interface MarkdownWords {
  bookmark: string;
  unplaced: string;
  chapter: (chapterUid: number) => string;
}

export function notesMarkdown(book: OpenNotebook, notes: readonly Note[], words: MarkdownWords): string {
  const lines = [`# ${escaped(book.title)}`];
  if (book.author) lines.push('', escaped(book.author));
  let chapter = '';
  for (const note of notes) {
    const place = placeOf(note);
    const title = place.chapterName || words.chapter(place.chapterUid);
    if (title !== chapter) lines.push('', `## ${escaped(title)}`);
    chapter = title;
    lines.push('', `> ${quoted(note.kind === 'mark' ? note.mark.markText : note.thought.abstract)}`);
    if (note.kind === 'thought') lines.push('', escaped(note.thought.content));
    const facts = [
      ...(note.kind === 'mark' && note.mark.type === 0 ? [words.bookmark] : []),
      isoDayOf(place.createTime),
      ...(note.kind === 'mark' && note.unplaced ? [words.unplaced] : []),
    ];
    lines.push('', `*${facts.join(' · ')}*`);
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return escaped(text).replace(/\r?\n/g, '\n> ');
}

/** What Markdown would take for its own. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&');
}
