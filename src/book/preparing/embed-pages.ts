// Shows what a chapter embeds: pages of the book in frames, made as harmless as chapters are, and pictures that stand
// in objects. Frames see no taps and no keys; they are looked at.

import type { Resources } from '../package/resources.ts';
import { parseItem } from './parse-item.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';

/** Frames of one chapter, and frames within frames. */
const most = 24;
const deepest = 2;

const policy =
  "default-src 'none'; img-src blob: data:; style-src 'unsafe-inline'; font-src blob: data:; media-src blob: data:; frame-src blob:";

export interface Embedding {
  resources: Resources;
  /** Pages within pages around this one. */
  depth: number;
  /** Makes an embedded page as harmless as the chapter around it. */
  neutralise(page: Document, path: string): Promise<void>;
}

/** Resolves when every frame has its page. Takes away what the elements themselves would load. */
export async function embedPages(
  document: Document,
  bases: (element: Element) => string,
  embedding: Embedding,
): Promise<void> {
  const { resources, depth } = embedding;
  const frames = [...document.querySelectorAll('iframe[src]')].slice(0, depth < deepest ? most : 0);
  const objects = [...document.querySelectorAll('object[data], embed[src]')];
  await Promise.all([
    ...frames.map((frame) => embedPage(frame, bases(frame), embedding)),
    ...objects.map((object) => showPicture(object, bases(object), resources)),
  ]);
}

async function embedPage(frame: Element, from: string, { resources, neutralise }: Embedding): Promise<void> {
  const path = resources.find(frame.getAttribute('src') ?? '', from);
  const type = path ? resources.typeOf(path) : '';
  if (!path || !/^(application\/xhtml\+xml|text\/html|image\/)/.test(type)) return;
  try {
    const page = await parseItem({ path, type }, resources);
    await neutralise(page, path);
    const meta = page.createElementNS(xhtml, 'meta');
    meta.setAttribute('http-equiv', 'Content-Security-Policy');
    meta.setAttribute('content', policy);
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
