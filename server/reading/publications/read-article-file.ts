// Reads a file that the operator publishes as an article: a saved web page, Markdown or plain text, cleaned as what comes
// from strangers is, because it usually does.

import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Marked } from 'marked';
import { parse } from 'parse5';
import { decodeMarkup } from '../../../api/edition/decode-markup.ts';
import { decodeText } from '../../../api/edition/decode-text.ts';
import { escapeXml } from '../../../api/edition/escape-xml.ts';
import { guessLanguage } from '../../../api/edition/guess-language.ts';
import { splitFrontMatter } from '../../../api/edition/markdown-draft.ts';
import { pageFacts } from '../../../api/edition/page-facts.ts';
import { AppError } from '../../../api/errors.ts';
import { countWords } from '../import/chapter-text.ts';
import { readPage } from '../reviews/readable-page.ts';
import type { NewArticle } from './write-articles.ts';

const mostBytes = 8 * 1024 * 1024;
const digestUnits = 300;
const nowhere = new URL('https://article.invalid/');

export type ArticleFile = Omit<NewArticle, 'url' | 'picture' | 'price' | 'isTop'>;

export async function readArticleFile(path: string): Promise<ArticleFile> {
  const { size } = await stat(path);
  if (size > mostBytes) throw new AppError('too_large', `${path} is larger than 8 MB.`, { limit: mostBytes });
  const bytes = await readFile(path);
  const name = basename(path, extname(path));
  const suffix = extname(path).toLowerCase();
  if (/^\.x?html?$/.test(suffix)) return articleOf(decodeMarkup(bytes), name);
  const { text } = decodeText(bytes);
  if (suffix === '.txt') return articleOf(pageOf(paragraphs(text)), name);
  if (!/^\.(md|markdown)$/.test(suffix)) {
    throw new AppError('unsupported_format', `${path} is no .html, .md or .txt file.`);
  }
  const { facts, body } = splitFrontMatter(text);
  const html = await new Marked({ gfm: true }).parse(body);
  const article = articleOf(pageOf(html), name);
  const publishedAt = readDate(facts.publishTime) ?? article.publishedAt;
  return {
    ...article,
    title: facts.title || article.title,
    authorName: facts.author || article.authorName,
    digest: facts.intro || article.digest,
    language: facts.language || article.language,
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}

function articleOf(html: string, name: string): ArticleFile {
  const page = readPage(html, nowhere);
  if (page.content === '') throw new AppError('unsupported_format', `There is no text to read in ${name}.`);
  const facts = pageFacts(html);
  const publishedAt = readDate(facts.publishTime);
  return {
    title: page.title || headingOf(html, page.content) || name,
    authorName: page.author,
    digest: facts.intro || page.content.replaceAll('\n', ' ').slice(0, digestUnits).toWellFormed(),
    language: facts.language || guessLanguage(page.content),
    wordCount: countWords(page.content),
    hasVideo: hasVideo(html),
    html: page.htmlContent || paragraphs(page.content),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}

/** The first line where that is the page's heading. */
const headingOf = (html: string, content: string) => (/<article><h1\b/.test(html) ? content.split('\n', 1)[0] : '');

const pageOf = (body: string) => `<!DOCTYPE html><html><body><article>${body}</article></body></html>`;

const paragraphs = (text: string) =>
  text
    .split(/\r?\n\s*\r?\n|\n(?=\s*\S)/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => `<p>${escapeXml(each)}</p>`)
    .join('');

/** Unix seconds of a date that a page tells; undefined for none, or one before 1970. */
function readDate(told: string | undefined): number | undefined {
  const time = Math.floor(Date.parse(told ?? '') / 1000);
  return time > 0 ? time : undefined;
}

function hasVideo(html: string): boolean {
  const waiting: unknown[] = [parse(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { tagName, childNodes = [] } = node as { tagName?: string; childNodes?: unknown[] };
    if (tagName === 'video') return true;
    for (const child of childNodes) waiting.push(child);
  }
  return false;
}
