// Finds the note that a link asks for, in its own chapter or in another file, and shows it in a frame of its own,
// which is as closed as those of the pages. Long notes have pages.

import { afterPaint } from '../after-paint.ts';
import type { ReadingStyle, Target } from '../book.ts';
import type { BookNote, NoteView, NoteViewEvents } from '../excerpt.ts';
import { listenInExcerpt } from '../input/listen-in-excerpt.ts';
import type { Chapters } from '../layout/chapters.ts';
import { findFragment } from '../layout/find-target.ts';
import { Shell } from '../layout/shell.ts';
import { relativeToFolder } from '../package/package-path.ts';
import { excerptDocument } from './excerpt-document.ts';
import { findNote, noteLinkKind } from './find-note.ts';
import { linksOnPage } from './note-links.ts';

/** Where a link leads inside the book. */
export interface InsideLink {
  section: number;
  path: string;
  fragment: string;
}

export class Notes {
  readonly #chapters: Chapters;
  /** A link inside a note was tapped; the element is the note's. */
  readonly #followed: (link: Element) => void;

  constructor(chapters: Chapters, followed: (link: Element) => void) {
    this.#chapters = chapters;
    this.#followed = followed;
  }

  /** `undefined` when the link asks for no note, or for one that cannot be had. */
  async find(link: Element, to: InsideLink): Promise<BookNote | undefined> {
    const kind = to.fragment === '' ? undefined : noteLinkKind(link);
    if (!kind) return undefined;
    const document = await this.#chapters.lend(to.section);
    const target = findFragment(document, to.fragment);
    const parts = target && document.body.contains(target) ? findNote(target, kind) : undefined;
    if (!parts || this.#isHere(link, parts, to)) return undefined;
    return {
      target: insideTarget(to, this.#chapters.publication.folder),
      show: (container, style) => showNote(parts, container, style, this.#followed),
    };
  }

  /** A link that leads to what it stands in itself asks for nothing new. */
  #isHere(link: Element, parts: readonly Element[], to: InsideLink): boolean {
    const { body } = link.ownerDocument;
    const around = to.fragment && findFragment(link.ownerDocument, to.fragment);
    return Boolean(around && around !== body && around.contains(link) && parts.length > 0);
  }
}

/** `folder`: the package document's. */
export function insideTarget({ path, fragment }: InsideLink, folder: string): Target {
  const encoded = relativeToFolder(path, folder).split('/').map(encodeURIComponent).join('/');
  return { href: `${encoded}#${encodeURIComponent(fragment)}` };
}

const noteCss = `
body { padding: 0 !important; margin: 0 !important; text-align: start !important; }
body > :first-child, body > * > :first-child { margin-top: 0 !important; }
`;

async function showNote(
  parts: readonly Element[],
  container: HTMLElement,
  style: ReadingStyle,
  followed: (link: Element) => void,
): Promise<NoteView> {
  const shell = new Shell(container);
  const listeners: { [E in keyof NoteViewEvents]?: (value: NoteViewEvents[E]) => void } = {};
  if (await shell.ready()) {
    listenInExcerpt(shell.document, {
      link: followed,
      tap: (at) => listeners.tap?.(at),
      swipe: (direction) => listeners.swipe?.({ direction }),
      key: (event) => listeners.key?.(event),
    });
    const size = { width: container.clientWidth, height: container.clientHeight };
    await shell.load(
      { document: excerptDocument(parts, noteCss), textStart: 0, fixedSize: undefined },
      { ...style, columns: 1, align: style.align === 'justify' ? 'justify' : 'left' },
      size,
    );
    await shell.sharp(0);
    lock(shell);
  }
  return {
    get pages() {
      return shell.pages;
    },
    get page() {
      return shell.page;
    },
    height: heightOf(shell, style),
    turn(step) {
      const page = shell.page + step;
      if (page < 0 || page >= shell.pages) return false;
      shell.turnTo(page);
      void lockAfterPaint(shell, page);
      return true;
    },
    links: () => linksOnPage(shell, followed),
    show: () => shell.show(true),
    hide: () => shell.show(false),
    listen(asked) {
      Object.assign(listeners, asked);
    },
    close: () => shell.close(),
  };
}

/** The frame that shows a page hears of no scroll, which whoever hears of it would delay. */
async function lockAfterPaint(shell: Shell, page: number): Promise<void> {
  await afterPaint();
  if (shell.page === page) lock(shell);
}

/** The note may have been closed meanwhile. */
function lock(shell: Shell): void {
  if (shell.frame.isConnected) shell.lockScroll();
}

/** What the first page needs, with its margins. */
function heightOf(shell: Shell, style: ReadingStyle): number {
  if (!shell.frame.isConnected || shell.pages > 1) return shell.frame.clientHeight;
  const range = shell.document.createRange();
  range.selectNodeContents(shell.document.body);
  const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom);
  return Math.min(shell.frame.clientHeight, Math.ceil(Math.max(0, ...bottoms) + style.margin.bottom));
}
