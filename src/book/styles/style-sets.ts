// The styles that a chapter offers for one way to read or another (EPUB Alternate Style Tags 1.1): sheets of one title
// are a set, whose class says what it is for. Of all sets one is used; sheets without a title always are.

import type { ReadingStyle } from '../book.ts';

const setAttribute = 'data-octavo-set';
const tagsAttribute = 'data-octavo-tags';
const mediaAttribute = 'data-octavo-media';
const optionalAttribute = 'data-octavo-optional';
/** On the root of a chapter whose sheets themselves let lines run as the reader wants them. */
export const writesAttribute = 'data-octavo-writes';

const tags = new Set(['vertical', 'horizontal', 'day', 'night']);
const opposites: Readonly<Record<string, string>> = {
  vertical: 'horizontal',
  horizontal: 'vertical',
  day: 'night',
  night: 'day',
};
const off = 'not all';

/** What a link to a style sheet says of its set; `undefined` for a sheet that is of no use. */
export function setOf(link: Element): { title: string; tags: string[]; optional: boolean } | undefined {
  const relations = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
  if (!relations.includes('stylesheet')) return undefined;
  const said = (link.getAttribute('class') ?? '').toLowerCase().split(/\s+/);
  const set = {
    title: link.getAttribute('title')?.trim() ?? '',
    tags: said.filter((word) => tags.has(word)),
    optional: relations.includes('alternate'),
  };
  // Nobody could ever choose it.
  return set.optional && (set.title === '' || set.tags.length === 0) ? undefined : set;
}

/** Remembers with the sheet what its link said; a sheet that is only offered is off. */
export function keepSet(sheet: Element, { title, tags: said, optional }: NonNullable<ReturnType<typeof setOf>>): void {
  if (title === '') return;
  sheet.setAttribute(setAttribute, title);
  sheet.setAttribute(tagsAttribute, said.join(' '));
  const media = sheet.getAttribute('media');
  if (media) sheet.setAttribute(mediaAttribute, media);
  if (!optional) return;
  sheet.setAttribute(optionalAttribute, '');
  sheet.setAttribute('media', off);
}

/** Uses the set that serves the style best, and turns the others off. The one that the book prefers wins a tie. */
export function chooseSet(document: Document, style: Pick<ReadingStyle, 'writing' | 'night'>): void {
  const sheets = [...document.querySelectorAll(`style[${setAttribute}]`)];
  if (!sheets.some((sheet) => sheet.hasAttribute(optionalAttribute))) return;
  const sets = setsOf(sheets);
  const worth = worthFor(style);
  // A book that prefers none uses none, unless one of them is better than nothing.
  let chosen = [...sets.keys()].find((title) => !sets.get(title)?.optional);
  let most = worth(sets.get(chosen ?? '')?.tags);
  for (const [title, set] of sets) {
    if (worth(set.tags) <= most) continue;
    chosen = title;
    most = worth(set.tags);
  }
  for (const sheet of sheets) {
    const media = sheet.getAttribute(mediaAttribute);
    if (sheet.getAttribute(setAttribute) !== chosen) sheet.setAttribute('media', off);
    else if (media) sheet.setAttribute('media', media);
    else sheet.removeAttribute('media');
  }
  if (sets.get(chosen ?? '')?.tags.has(style.writing)) document.documentElement.setAttribute(writesAttribute, '');
}

interface StyleSet {
  tags: Set<string>;
  optional: boolean;
}

function setsOf(sheets: readonly Element[]): Map<string, StyleSet> {
  const sets = new Map<string, StyleSet>();
  for (const sheet of sheets) {
    const title = sheet.getAttribute(setAttribute) ?? '';
    const set = sets.get(title) ?? { tags: new Set(), optional: sheet.hasAttribute(optionalAttribute) };
    for (const tag of sheet.getAttribute(tagsAttribute)?.split(' ') ?? []) set.tags.add(tag);
    sets.set(title, set);
  }
  return sets;
}

/** How many of the wanted ways a set is for, less those that it is against. */
function worthFor({ writing, night }: Pick<ReadingStyle, 'writing' | 'night'>) {
  const wanted = [night ? 'night' : 'day', ...(writing === 'book' ? [] : [writing])];
  return (said: ReadonlySet<string> = new Set()) =>
    wanted.reduce((sum, tag) => sum + Number(said.has(tag)) - Number(said.has(opposites[tag] ?? '')), 0);
}
