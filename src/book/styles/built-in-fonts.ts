// Puts the faces that come with the client into the frames that chapters are shown in, so far as a chapter's characters
// need them. Frames may load fonts from nowhere but memory, so each file is read once and given out from there.

import { type Face, faces, mathFamily, readingFamily } from '../../fonts/faces.ts';
import { languageDirection } from '../package/package-metadata.ts';
import { eastAsianWriting } from './east-asian.ts';

type FrameWindow = Window & typeof globalThis;
type Script = Face['script'];

const addresses = new Map<string, Promise<string | undefined>>();
/** The faces that a frame has. */
const given = new WeakMap<Document, Map<Face, FontFace>>();
const ranges = new Map<string, RegExp>();

/**
 * Resolves when the frame knows the faces that the content will ask for; nothing is drawn or laid out. `fontFamily` as in
 * a style sheet, empty for the book's own choice.
 */
export async function giveBuiltInFonts(window: FrameWindow, content: Document, fontFamily: string): Promise<void> {
  const { fonts } = window.document;
  const known = given.get(window.document) ?? new Map<Face, FontFace>();
  given.set(window.document, known);
  const missing = facesFor(content, fontFamily).filter((face) => !known.has(face));
  const found = await Promise.all(missing.map(async (face) => ({ face, address: await addressOf(face.url) })));
  // The reader may have left the book meanwhile, and its frames with it.
  if (window.closed) return;
  for (const { face, address } of found) {
    if (!address || known.has(face)) continue;
    const { family, style, weight, unicodeRange } = face;
    const descriptors = { style, weight, display: 'block', ...(unicodeRange ? { unicodeRange } : {}) } as const;
    known.set(face, new window.FontFace(family, `url("${address}")`, descriptors));
  }
  if (missing.length === 0) return;
  // Of two that have a character the later one counts, so those of the list's end are put behind the new ones again.
  for (const face of faces.slice(faces.indexOf(missing[0] as Face))) {
    const own = known.get(face);
    if (!own) continue;
    fonts.delete(own);
    fonts.add(own);
  }
}

/** Begins to read what most chapters in the language need, so that it is there when the first one is. */
export function readyBuiltInFonts(language: string, fontFamily: string): void {
  if (languageDirection(language) === 'rtl' || eastAsianWriting(language)) return;
  const family = fontFamily ? (name: string) => fontFamily.includes(name) : (name: string) => name === readingFamily;
  for (const face of faces) {
    if (face.script !== 'Latn' || !family(face.family) || !within(face.unicodeRange).test('a')) continue;
    // Its outcome is asked of the address when the face is given.
    void addressOf(face.url);
  }
}

/** In the order of the list. */
function facesFor(content: Document, fontFamily: string): Face[] {
  const text = content.body?.textContent ?? '';
  const scripts = scriptsIn(text, content);
  if (scripts.length === 0) return [];
  const styles = [...content.querySelectorAll('style')].map((sheet) => sheet.textContent ?? '');
  const named = new Map<string, boolean>();
  const isNamed = (family: string) => {
    const known = named.get(family) ?? names(family, fontFamily, styles, content);
    named.set(family, known);
    return known;
  };
  // Sheets may write characters that the text does not have.
  const writes = styles.some((css) => /\bcontent\s*:[^;}]*(?:[\\\u0080-\uffff]|attr\()/.test(css));
  return faces.filter(
    ({ script, family, unicodeRange }) =>
      scripts.includes(script) && isNamed(family) && (writes || !unicodeRange || within(unicodeRange).test(text)),
  );
}

function scriptsIn(text: string, content: Document): Script[] {
  const scripts: Script[] = [];
  if (/[A-Za-z]/.test(text)) scripts.push('Latn');
  if (/[\u0370-\u03ff\u1f00-\u1fff]/.test(text)) scripts.push('Grek');
  if (/[\u0400-\u045f]/.test(text)) scripts.push('Cyrl');
  if (content.querySelector('math')) scripts.push('Zmth');
  return scripts;
}

/** Whether anything in the chapter is set in the family: by the reader's choice, by ours, or by the book's. */
function names(family: string, fontFamily: string, styles: readonly string[], content: Document): boolean {
  if (family === mathFamily || fontFamily.includes(family) || (family === readingFamily && !fontFamily)) return true;
  return styles.some((css) => css.includes(family)) || content.querySelector(`[style*="${family}"]`) !== null;
}

/** A range as style sheets write it. */
function within(unicodeRange: string): RegExp {
  const known = ranges.get(unicodeRange);
  if (known) return known;
  const parts = unicodeRange.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-');
    return `\\u{${first}}-\\u{${last}}`;
  });
  const made = new RegExp(`[${parts.join('')}]`, 'u');
  ranges.set(unicodeRange, made);
  return made;
}

/** Where the file lies in memory; absent where it cannot be read, and the next face of the list takes its place. */
function addressOf(url: string): Promise<string | undefined> {
  const known = addresses.get(url) ?? read(url);
  addresses.set(url, known);
  return known;
}

async function read(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url);
    if (reply.ok) return URL.createObjectURL(await reply.blob());
    console.warn(`The font ${url} cannot be read: ${reply.status}.`);
  } catch (error) {
    console.warn(`The font ${url} cannot be read.`, error);
  }
  // Asked for again by the next chapter.
  addresses.delete(url);
  return undefined;
}
