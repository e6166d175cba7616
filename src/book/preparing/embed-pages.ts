// Shows what a chapter embeds: pages of the book in frames, made as harmless as chapters are, and pictures that stand
// in objects. Frames see no taps and no keys; they are looked at.

import type { Resources } from '../package/resources.ts';
import { pagePolicy } from './page-policy.ts';
import { parseItem } from './parse-item.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';

/** Frames of one chapter, those within frames among them, and the elements in all of them. */
export const mostEmbedded = { frames: 24, elements: 4000 };
const deepest = 2;
const mostObjects = 100;

export interface Embedding {
  resources: Resources;
  /** Pages within pages around this one. */
  depth: number;
  /** What the chapter may still have. */
  left: { frames: number; elements: number };
  /** Makes an embedded page as harmless as the chapter around it. */
  neutralise(page: Document, path: string): Promise<void>;
}

/** Resolves when every frame has its page. Takes away what the elements themselves would load. */
export async function embedPages(
  document: Document,
  bases: (element: Element) => string,
  embedding: Embedding,
): Promise<void> {
  const { resources, depth, left } = embedding;
  // Their addresses are read at once: nobody else leaves them standing.
  const frames: { frame: Element; path: string | undefined }[] = [];
  for (const frame of document.querySelectorAll('iframe')) {
    const address = frame.getAttribute('src');
    if (address && depth < deepest && left.frames-- > 0)
      frames.push({ frame, path: resources.find(address, bases(frame)) });
    else standFor(frame);
  }
  for (const object of [...document.querySelectorAll('object, embed')].slice(mostObjects)) standFor(object);
  const objects = [...document.querySelectorAll('object[data], embed[src]')];
  const shown = objects.map((object) => showPicture(object, bases(object), resources));
  // One by one: what one page takes of the chapter's share is not read for the next.
  for (const { frame, path } of frames) if (path && left.elements >= 0) await embedPage(frame, path, embedding);
  await Promise.all(shown);
}

/** Even one that shows nothing costs a browser a page. Its place and its words are counted. */
function standFor(element: Element): void {
  const stand = element.ownerDocument.createElementNS(xhtml, 'span');
  if (element.id) stand.id = element.id;
  stand.append(...element.childNodes);
  element.replaceWith(stand);
}

async function embedPage(frame: Element, path: string, { resources, left, neutralise }: Embedding): Promise<void> {
  const type = resources.typeOf(path);
  if (!/^(application\/xhtml\+xml|text\/html|image\/)/.test(type)) return;
  try {
    const page = await parseItem({ path, type }, resources);
    left.elements -= page.getElementsByTagName('*').length;
    if (left.elements < 0) return;
    await neutralise(page, path);
    const meta = page.createElementNS(xhtml, 'meta');
    meta.setAttribute('http-equiv', 'Content-Security-Policy');
    meta.setAttribute('content', pagePolicy);
    page.head.prepend(meta);
    const markup = new XMLSerializer().serializeToString(page.documentElement);
    frame.setAttribute('src', resources.hold(new Blob([markup], { type: 'application/xhtml+xml' })));
    frame.setAttribute('sandbox', 'allow-same-origin');
  } catch (error) {
    console.warn(`The embedded page “${path}” cannot be shown.`, error);
  }
}

/** An object may load nothing by itself; a picture is drawn in its place instead of what it falls back to. */
async function showPicture(object: Element, from: string, resources: Resources): Promise<void> {
  const reference = object.getAttribute('data') ?? object.getAttribute('src') ?? '';
  const path = resources.find(reference, from);
  const type = object.getAttribute('type') || (path ? resources.typeOf(path) : '');
  if (!path || !type.startsWith('image/')) return;
  const address = await resources.address(reference, from);
  if (!address) return;
  const own = object.getAttribute('style');
  object.setAttribute('style', `${own ? `${own}; ` : ''}content: url("${address}")`);
}
