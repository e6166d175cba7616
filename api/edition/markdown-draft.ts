// Makes a draft of a text in Markdown: facts from its front matter, chapters from its headings.

import { Marked } from 'marked';
import { parse } from 'yaml';
import type { BookDraft } from './book-draft.ts';
import { type BookMetadata, cut, emptyMetadata } from './book-metadata.ts';
import { cutChapters } from './cut-chapters.ts';
import { guessLanguage } from './guess-language.ts';
import { markupBlocks, noReferences } from './markup-blocks.ts';

/** Undefined when the text unpacks to more than `longest` units of markup. */
export function draftOfMarkdown(text: string, longest: number): BookDraft | undefined {
  const { facts, body } = splitFrontMatter(text);
  const html = new Marked({ gfm: true, async: false }).parse(body) as string;
  if (html.length > longest) return undefined;
  const blocks = markupBlocks(html, noReferences);
  const first = blocks.find(({ heading }) => heading);
  const isTitle = first?.heading?.level === 1 && blocks.filter(({ heading }) => heading?.level === 1).length === 1;
  const language = facts.language || guessLanguage(body);
  return {
    metadata: { ...emptyMetadata(), title: isTitle ? (first?.heading?.title ?? '') : '', ...facts, language },
    direction: 'ltr',
    chapters: cutChapters(blocks),
    files: [],
  };
}

/** What stands between two lines of three dashes, if it is there. */
export function splitFrontMatter(text: string): { facts: Partial<BookMetadata>; body: string } {
  const found = /^---[ \t]*\r?\n([\s\S]{0,65536}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  if (!found) return { facts: {}, body: text };
  const body = text.slice(found[0].length);
  try {
    // Aliases are how YAML bombs are made, and no front matter needs them.
    const values: unknown = parse(found[1] ?? '', { maxAliasCount: 0 });
    return { facts: factsOf(values), body };
  } catch {
    // What is no YAML is text like any other.
    return { facts: {}, body: text };
  }
}

function factsOf(values: unknown): Partial<BookMetadata> {
  if (typeof values !== 'object' || values === null) return {};
  const named = values as Record<string, unknown>;
  const facts: Partial<BookMetadata> = {};
  const set = (
    fact: 'title' | 'author' | 'publisher' | 'language' | 'intro' | 'publishTime' | 'series',
    ...names: string[]
  ) => {
    const text = names.map((name) => textOf(named[name])).find(Boolean);
    if (text) facts[fact] = cut(text, fact === 'intro' ? 16_384 : 1024);
  };
  set('title', 'title');
  set('author', 'author', 'authors', 'creator');
  set('publisher', 'publisher');
  set('language', 'lang', 'language');
  set('intro', 'description', 'abstract', 'summary');
  set('publishTime', 'date');
  set('series', 'series');
  const subjects = [named.tags, named.keywords, named.subject].flat().map(textOf).filter(Boolean);
  if (subjects.length > 0) facts.subjects = subjects.slice(0, 32).map((subject) => cut(subject, 128));
  return facts;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value.slice(0, 32).map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name);
  return '';
}
