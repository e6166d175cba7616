// Puts the faces that come with the client into the frames that chapters are shown in, so far as a chapter's characters
// need them. Frames may load fonts from nowhere but memory, so each file is read once and given out from there.

import { type Face, faces, mathFamily, plainFamily, readingFamily } from '../fonts/faces.ts';

type FrameWindow = Window & typeof globalThis;
type Script = Face['script'];

const addresses = new Map<string, Promise<string | undefined>>();
/** Scripts whose faces a frame has or is being given. */
const given = new WeakMap<Document, Map<Script, Promise<void>>>();

/** Resolves when the frame knows the faces that the content will ask for; nothing is drawn or laid out. */
export async function giveBuiltInFonts(window: FrameWindow, content: Document): Promise<void> {
  const scripts = given.get(window.document) ?? new Map<Script, Promise<void>>();
  given.set(window.document, scripts);
  await Promise.all(
    scriptsIn(content).map((script) => {
      const known = scripts.get(script) ?? give(window, script);
      scripts.set(script, known);
      return known;
    }),
  );
}

function scriptsIn(content: Document): Script[] {
  const text = content.body?.textContent ?? '';
  const scripts: Script[] = [];
  if (/[A-Za-z]/.test(text)) scripts.push('Latn');
  if (/[\u0370-\u03ff\u1f00-\u1fff]/.test(text)) scripts.push('Grek');
  if (/[\u0400-\u045f]/.test(text)) scripts.push('Cyrl');
  if (content.querySelector('math')) scripts.push('Zmth');
  return scripts;
}

async function give(window: FrameWindow, script: Script): Promise<void> {
  const wanted = faces.filter((face) => face.script === script && families.has(face.family));
  const found = await Promise.all(wanted.map(async (face) => ({ ...face, address: await addressOf(face.url) })));
  for (const { family, style, weight, unicodeRange, address } of found) {
    if (!address) continue;
    const descriptors = { style, weight, display: 'block', ...(unicodeRange ? { unicodeRange } : {}) } as const;
    window.document.fonts.add(new window.FontFace(family, `url("${address}")`, descriptors));
  }
}

const families = new Set([readingFamily, plainFamily, mathFamily]);

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
