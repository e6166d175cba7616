// A book's notes as Markdown: a heading per chapter, a quotation per mark. Pure.

import type { Note, OpenNotebook } from './notes.ts';

export interface MarkdownWords {
  bookmark: string;
  unplaced: string;
  chapter: (chapterUid: number) => string;
}

export function notesMarkdown(book: OpenNotebook, notes: readonly Note[], words: MarkdownWords): string {
  const lines = [`# ${escaped(book.title)}`];
  if (book.author) lines.push('', escaped(book.author));
  let chapter = '';
  for (const { mark, unplaced } of notes) {
    const title = mark.chapterName || words.chapter(mark.chapterUid);
    if (title !== chapter) lines.push('', `## ${escaped(title)}`);
    chapter = title;
    lines.push('', `> ${quoted(mark.markText)}`);
    const facts = [
      ...(mark.type === 0 ? [words.bookmark] : []),
      new Date(mark.createTime * 1000).toISOString().slice(0, 10),
      ...(unplaced ? [words.unplaced] : []),
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
