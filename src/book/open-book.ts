// Opens an EPUB file: checks that it is one that can be read, and gives it as a `Book`.

import { delay, spareTime } from './after-paint.ts';
import { openZip, type ZipArchive } from './archive/zip-archive.ts';
import {
  type Book,
  BookError,
  type BookNetwork,
  type BookView,
  type Landmark,
  type NamedPlace,
  type ReadingStyle,
  type Section,
  type SectionText,
  type Target,
  type TocEntry,
} from './book.ts';
import type { PageCountStore } from './counting/kept-pages.ts';
import { PageCounts } from './counting/page-counts.ts';
import { SectionCounts } from './counting/section-counts.ts';
import { Chapters } from './layout/chapters.ts';
import { beginFrame } from './layout/frame.ts';
import { openNarration } from './overlay/narration.ts';
import { withoutLeadingFolder } from './package/leading-folder.ts';
import { type Publication, readPublication } from './package/publication.ts';
import { type FetchRemote, RemoteParts } from './package/remote-parts.ts';
import { openResources, type Resources } from './package/resources.ts';
import type { PageWords } from './page-words.ts';
import type { PageStyle } from './pages/page-style.ts';
import { PaginatedView } from './paginated-view.ts';
import { parseItem } from './preparing/parse-item.ts';
import { readyBuiltInFonts } from './styles/built-in-fonts.ts';
import { readyToHyphenate } from './text/hyphenate.ts';
import { sectionText } from './text/section-text.ts';

const noText: SectionText = { text: '', breaks: [], beside: [], anchors: new Map() };
/** Milliseconds after the first paint. */
const countAfter = 800;

/** Pictures and fonts that measuring the book's pages holds at once. */
const measuredParts = 64;

export interface OpenOptions {
  /** Milliseconds that a section may take to load before its error page is shown. */
  sectionLimit?: number;
  /** Where page counts outlive the book's being open. */
  pageCounts?: PageCountStore;
  /** Where it is going to be shown: its first frame is begun there at once. */
  container?: HTMLElement | undefined;
  /** How fixed pages are shown at first. */
  pageStyle?: PageStyle | undefined;
  /** How parts on the network are fetched, once the reader allows it. */
  fetchRemote?: FetchRemote;
  /** The reader has allowed it for this book. */
  networkAllowed?: boolean;
  /** In the reader's language. */
  words?: PageWords;
}

/** Rejects with `BookError`. Nothing is unpacked but the package document and the contents. */
export async function openBook(file: Blob, options: OpenOptions = {}): Promise<Book> {
  return openArchive(withoutLeadingFolder(await openZip(file)), options);
}

/** The same for an archive that is open already, or was never a file. */
export async function openArchive(archive: ZipArchive, options: OpenOptions = {}): Promise<Book> {
  const dropFrame = options.container ? beginFrame(options.container) : () => undefined;
  const publication = await readPublication(archive, options.words).catch((error: unknown) => {
    dropFrame();
    throw error;
  });
  // While the first page waits for its frame and its pictures.
  spareTime()
    .then(() => publication.toc)
    .catch(reportError);
  const remote = new RemoteParts(options.fetchRemote, options.networkAllowed ?? false);
  return new EpubBook(publication, remote, () => openResources(archive, publication, remote), {
    ...options,
    dropFrame,
  });
}

interface BookOptions extends OpenOptions {
  /** Removes the frame that was begun, should none of the book have been shown in it. */
  dropFrame(): void;
}

class EpubBook implements Book {
  readonly facts;
  readonly narration;
  readonly network;
  readonly #publication: Publication;
  readonly #openResources: () => Resources;
  readonly #resources: Resources;
  readonly #counts: SectionCounts;
  readonly #options: BookOptions;
  readonly #views = new Set<BookView>();
  readonly #shown = new Set<Chapters>();
  #toc: TocEntry[] | undefined;
  #sections: Section[] | undefined;
  #measured: Chapters | undefined;
  #measuredResources: Resources | undefined;

  constructor(publication: Publication, remote: RemoteParts, openResources: () => Resources, options: BookOptions) {
    this.network = this.#networkOf(remote);
    this.#publication = publication;
    this.#openResources = openResources;
    this.#resources = openResources();
    this.#options = options;
    this.#counts = new SectionCounts(publication, this.#resources);
    this.facts = publication.facts;
    this.narration = openNarration(publication, this.#resources);
  }

  #networkOf(remote: RemoteParts): BookNetwork {
    return {
      get allowed() {
        return remote.allowed;
      },
      get hosts() {
        return remote.hosts;
      },
      allow: (allowed) => {
        remote.allowed = allowed;
        this.#forgetPrepared();
      },
    };
  }

  /** What was prepared for chapters is prepared anew, style sheets included. */
  #forgetPrepared(): void {
    this.#resources.forgetSheets();
    for (const chapters of this.#shown) chapters.forget();
  }

  get toc(): readonly TocEntry[] {
    this.#toc ??= this.#publication.toc.map(({ title, href, level, section }) => ({ title, href, level, section }));
    return this.#toc;
  }

  get landmarks(): readonly Landmark[] {
    return this.#publication.landmarks;
  }

  get pageList(): readonly NamedPlace[] {
    return this.#publication.pageList;
  }

  get sections(): readonly Section[] {
    const { lengths } = this.#counts;
    // Made once: pages are turned while there are thousands.
    this.#sections ??= this.#publication.spine.map(({ href, linear }, index) => ({
      ...{ index, href, linear },
      get length() {
        return lengths[index];
      },
    }));
    return this.#sections;
  }

  counted(): Promise<void> {
    return this.#counts.count();
  }

  async cover(): Promise<Blob | undefined> {
    const { coverPath } = this.#publication;
    return coverPath && this.#resources.typeOf(coverPath).startsWith('image/')
      ? this.#resources.blob(coverPath)
      : undefined;
  }

  async sectionText(section: number): Promise<SectionText> {
    const item = this.#publication.spine[section];
    if (!item?.path) return noText;
    try {
      return sectionText(await parseItem(item, this.#resources));
    } catch (error) {
      if (error instanceof BookError) return noText;
      throw error;
    }
  }

  async show(container: HTMLElement, style: ReadingStyle, at?: Target): Promise<BookView> {
    const chapters = this.#chapters(this.#resources);
    this.#shown.add(chapters);
    const pages = new PageCounts(chapters, this.#options.pageCounts);
    const view = new PaginatedView(
      container,
      { chapters, pages, measured: () => this.#measuredChapters(), pageStyle: this.#options.pageStyle },
      style,
    );
    this.#views.add(view);
    // While the chapter is unpacked.
    if (style.hyphenate) readyToHyphenate(this.facts.language).catch(reportError);
    readyBuiltInFonts(this.facts.language, style.fontFamily);
    await view.begin(at ?? { section: chapters.firstSection(), offset: 0 });
    this.#countLater().catch(reportError);
    return view;
  }

  #chapters(resources: Resources): Chapters {
    return new Chapters(this.#publication, resources, this.#counts, this.#options.sectionLimit ?? 15_000);
  }

  /** What is measured has pictures that nobody may ever look at: they are let go after every so many. */
  #measuredChapters(): Chapters {
    if (this.#measured && (this.#measuredResources?.made ?? 0) < measuredParts) return this.#measured;
    this.#measuredResources?.close();
    this.#measuredResources = this.#openResources();
    this.#measured = this.#chapters(this.#measuredResources);
    return this.#measured;
  }

  /** The chapters beside the first are laid out first; counting waits for the time after them. */
  async #countLater(): Promise<void> {
    await delay(countAfter);
    await this.#counts.count();
  }

  close(): void {
    for (const view of this.#views) view.close();
    this.#options.dropFrame();
    this.#counts.close();
    this.#resources.close();
    this.#measuredResources?.close();
  }
}
