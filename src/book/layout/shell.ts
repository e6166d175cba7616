// One of the three frames that chapters are laid out in. It lives as long as the view: chapters are adopted into it,
// never navigated to. It knows pages and positions of one chapter, and nothing of books or neighbours.

import { afterPaint, spareFrame } from '../after-paint.ts';
import type { ReadingStyle } from '../book.ts';
import { foundCss } from '../highlights/found-spans.ts';
import { markCss } from '../highlights/mark-css.ts';
import type { Pace } from '../pace.ts';
import type { Placement } from '../pages/screens.ts';
import { setText } from '../preparing/set-text.ts';
import { giveBuiltInFonts } from '../styles/built-in-fonts.ts';
import { sheetsFor } from '../styles/chapter-sheets.ts';
import { confinedIn } from '../styles/confining-rules.ts';
import { giveOwnFonts } from '../styles/own-fonts.ts';
import { fixedCss, type PageSize, pagedCss } from '../styles/page-style.ts';
import { ChapterText } from '../text/chapter-text.ts';
import { chapterLanguage } from '../text/element-language.ts';
import { widen } from '../text/full-width.ts';
import { obeyManual } from '../text/hyphenate.ts';
import { adoptChapter } from './adopt-chapter.ts';
import { fitWide } from './fit-wide.ts';
import { takeFrame } from './frame.ts';
import { freeText } from './free-text.ts';
import { keepOut, letIn } from './lay-out-gradually.ts';
import { buttonsStand, loadMedia } from './media.ts';
import { greyPictures } from './panel-greys.ts';
import { picturesReady, showsSharp } from './pictures.ts';
import { floatTamer, mayFloat } from './tame-floats.ts';

/** What is laid out: a section, or a piece of a long one, in one style and size. */
export interface ShellContent {
  document: Document;
  /** Offset of its first character in the chapter's text. */
  textStart: number;
  fixedSize: PageSize | undefined;
  /** The book's, for chapters that name none (BCP 47). */
  language?: string;
  /** Set for a piece of a long section; `named`: where what the book's lists name begins in the whole, by address. */
  piece?: { named: ReadonlyMap<string, number> };
}

/**
 * CSS pixels before the first page, so that it is scrolled to as well: what has been scrolled and what has not are painted
 * in different ways, and the first turn made the browser go through the whole chapter (measured: 8 of 20 ms at a sixth of
 * the speed). Whole pixels of every screen.
 */
const lead = 4;

export class Shell {
  readonly frame: HTMLIFrameElement;
  /** Pages of what is laid out, and the one that is turned to. */
  pages = 1;
  page = 0;
  text: ChapterText | undefined;
  /** As it was loaded with. */
  piece: ShellContent['piece'];
  vertical = false;
  night = false;
  /** Pages follow one another to the left. */
  leftward = false;
  /** It is a page with a size of its own. */
  fixed = false;
  /** Frame pixels to container pixels; 1 for anything but fixed pages and what stands beside them. */
  scale = 1;
  /** A point just inside the corner where a page's text begins. */
  corner = { x: 0, y: 0 };
  #probe: Range | undefined;
  readonly #ready: Promise<void>;
  /** Resolves when the shell is closed: what a removed frame was waiting for never comes. */
  readonly #gone = Promise.withResolvers<void>();
  /** Of the frame, before it is scaled. */
  frameSize: PageSize = { width: 1, height: 1 };
  #size: PageSize = { width: 1, height: 1 };
  #loads = 0;
  /** In the first frame that it takes part in again it is drawn empty: whatever is loaded meanwhile waits for that. */
  #takesPart: Promise<void> | undefined;
  readonly #guard = () => this.lockScroll();

  readonly #measuring: boolean;

  /** `measuring`: it is never shown, and never turned. */
  constructor(container: HTMLElement, measuring = false) {
    const { element, loaded } = takeFrame(container);
    this.#measuring = measuring;
    this.frame = element;
    // It is laid out when it is measured, and no frame of the page around it costs it anything.
    if (measuring) element.style.contentVisibility = 'hidden';
    this.#ready = loaded;
  }

  /** The frame's document; the same one for the shell's whole life. */
  get document(): Document {
    const document = this.frame.contentDocument;
    if (!document) throw new Error('The shell has been closed.');
    return document;
  }

  /** One range for all questions about boxes: every range made costs the document something while it lives. */
  get probe(): Range {
    this.#probe ??= this.document.createRange();
    return this.#probe;
  }

  /** Resolves when the shell's document stands, before anything is laid out in it; `false` if it was closed before. */
  async ready(): Promise<boolean> {
    await Promise.race([this.#ready, this.#gone.promise]);
    return this.frame.isConnected;
  }

  get window(): Window & typeof globalThis {
    const window = this.frame.contentWindow;
    if (!window) throw new Error('The shell has been closed.');
    return window as Window & typeof globalThis;
  }

  /**
   * Lays out and measures; `false` when another load overtook this one. Fonts and pictures are there afterwards. With a
   * pace, in idle time and in steps that block nobody.
   */
  async load(content: ShellContent, style: ReadingStyle, size: PageSize, pace?: Pace): Promise<boolean> {
    const load = ++this.#loads;
    // The frame goes with the window's view, which may happen before anybody closes the book.
    const wanted = () => load === this.#loads && this.frame.contentDocument !== null;
    if (!(await this.ready()) || !wanted()) return false;
    const fixed = content.fixedSize;
    const language = chapterLanguage(content.document, content.language ?? '');
    await giveBuiltInFonts(this.window, content.document, style.fontFamily);
    if (!wanted()) return false;
    await giveOwnFonts(this.window, style.fontFamily);
    if (!wanted()) return false;
    await setText(content.document, style, { language, fixed: fixed !== undefined, pace });
    await pace?.rest();
    if (!wanted()) return false;
    this.#size = size;
    this.text = undefined;
    this.page = 0;
    this.fixed = fixed !== undefined;
    this.night = style.night;
    const document = this.document;
    const later =
      pace && !pace.hurried && !fixed
        ? keepOut(content.document.body, { vertical: this.vertical, counted: this.#measuring })
        : [];
    const crowded = mayFloat(content.document);
    const confined = fixed ? undefined : confinedIn(content.document);
    // What is laid out step by step is no part of the frames that are painted meanwhile.
    if (pace && !pace.hurried) this.#takeOut();
    // Chapters are mostly written like the ones beside them; a wrong guess costs a second pass over the styles.
    const page = fixed ? fixedCss() : this.#pagedCss(size, style, this.vertical);
    const sheets = adoptChapter(document, content.document, { ...sheetsFor(content.document, style, language), page });
    loadMedia(document);
    // Working out the styles, and then the first part's layout, are a step each.
    await pace?.rest();
    if (!wanted()) return false;
    if (fixed) this.#placeFixed(fixed, sheets.reading);
    else this.#placePaged(style, sheets.page);
    const entered = crowded ? floatTamer(document) : undefined;
    entered?.([document.body]);
    if (!fixed && style.hyphenate) obeyManual(document);
    if (!fixed) widen(document);
    await pace?.rest(later.length > 0);
    if (!wanted()) return false;
    const laidOut = () => void this.#extent();
    if (pace && !(await letIn(later, pace, { laidOut, ...(entered && { entered }) }, wanted))) return false;
    // Laying out makes the browser ask for the fonts that it needs.
    this.#extent();
    await Promise.race([
      Promise.all([document.fonts.ready, picturesReady(document, this.#measuring)]),
      this.#gone.promise,
    ]);
    await pace?.rest();
    if (!wanted()) return false;
    if (confined) freeText(document.body, confined, this.vertical);
    if (!fixed) fitWide(document.body, this.vertical);
    this.#measure();
    if (pace && !this.#measuring) {
      // Laid out whole before it takes part in frames again.
      this.#extent();
      await Promise.race([spareFrame(), pace.whenHurried, this.#gone.promise]);
      if (!wanted()) return false;
    }
    this.text = new ChapterText(document.body, content.textStart);
    this.piece = content.piece;
    if (this.#measuring) return true;
    this.#takeBack();
    // The window keeps the scroll position of the chapter that it showed before.
    this.turnTo(0);
    await Promise.race([Promise.all([this.#takesPart, buttonsStand(document)]), this.#gone.promise]);
    return wanted();
  }

  /** It costs the frames of the page around it nothing, and is not to be seen. */
  #takeOut(): void {
    this.frame.style.contentVisibility = 'hidden';
    this.#takesPart = undefined;
  }

  #takeBack(): void {
    if (this.frame.style.contentVisibility !== 'hidden') return;
    this.frame.style.contentVisibility = 'visible';
    this.#takesPart = afterPaint();
  }

  /** Turns to a page with a single scroll; outside pages are clamped. */
  turnTo(page: number): void {
    this.page = Math.min(Math.max(0, page), this.pages - 1);
    const { left, top } = this.#position;
    // The browser tells of this scroll in the frame that shows it, where whoever hears of it delays the paint.
    this.document.removeEventListener('scroll', this.#guard, true);
    this.window.scrollTo(left, top);
  }

  /** Pictures of the page are decoded, so that showing it takes one frame. */
  async sharp(page: number): Promise<void> {
    // The page around it may have gone away with all its frames before the view was closed.
    if (!this.frame.isConnected) return;
    const wanted = (rect: DOMRect) => this.pageOfRect(rect) === page;
    const seen = (rect: DOMRect) => this.frame.style.visibility === 'visible' && this.pageOfRect(rect) === this.page;
    const decoded = showsSharp(this.document, wanted).then(() =>
      greyPictures(this.document, { wanted, seen, scale: this.scale }),
    );
    await Promise.race([decoded, this.#gone.promise]);
  }

  /** Puts the scroll position back to the page, whatever moved it, and keeps it there until the next turn. */
  lockScroll(): void {
    const { scrollX, scrollY } = this.window;
    const { left, top } = this.#position;
    if (Math.abs(scrollX - left) >= 1 || Math.abs(scrollY - top) >= 1) this.window.scrollTo(left, top);
    this.document.addEventListener('scroll', this.#guard, true);
  }

  show(visible: boolean): void {
    this.frame.style.visibility = visible ? 'visible' : 'hidden';
  }

  /** Puts a part of the frame to a place in the container. */
  placeAt({ region, x, y, scale }: Omit<Placement, 'page'>): void {
    const { style } = this.frame;
    const { width, height } = this.frameSize;
    const cut = [region.y, width - region.x - region.width, height - region.y - region.height, region.x];
    style.clipPath = cut.some((edge) => edge > 0.5) ? `inset(${cut.map((edge) => `${edge}px`).join(' ')})` : 'none';
    this.scale = scale;
    style.left = `${Math.round(x - region.x * scale)}px`;
    style.top = `${Math.round(y - region.y * scale)}px`;
    style.transformOrigin = '0 0';
    style.transform = scale === 1 ? 'none' : `scale(${scale})`;
  }

  /** Page of a box given in the frame's pixels as the browser reports them now. */
  pageOfRect(rect: DOMRect): number {
    const shown = this.page * this.#step;
    // Half a pixel of grace: boxes at a column's edge are rounded either way.
    const along = this.vertical ? rect.top : this.leftward ? this.#size.width - rect.right : rect.left;
    return Math.min(this.pages - 1, Math.max(0, Math.floor((along + shown + 0.5) / this.#step)));
  }

  /** A box of the frame in the container's pixels. */
  toContainer(rect: { left: number; top: number; width: number; height: number }) {
    return {
      x: this.frame.offsetLeft + rect.left * this.scale,
      y: this.frame.offsetTop + rect.top * this.scale,
      width: rect.width * this.scale,
      height: rect.height * this.scale,
    };
  }

  /** A load that is under way ends at its next step. */
  giveUp(): void {
    this.#loads++;
  }

  close(): void {
    this.#loads++;
    this.frame.remove();
    this.#gone.resolve();
  }

  get #position(): { left: number; top: number } {
    const along = this.fixed ? 0 : lead + this.page * this.#step;
    return this.vertical ? { left: 0, top: along } : { left: this.leftward ? -along : along, top: 0 };
  }

  get #step(): number {
    return this.vertical ? this.#size.height : this.#size.width;
  }

  #placePaged(style: ReadingStyle, sheet: Element): void {
    const { documentElement: root, body } = this.document;
    const { writingMode, direction } = this.window.getComputedStyle(body);
    const vertical = writingMode.startsWith('vertical');
    if (vertical !== this.vertical) sheet.textContent = this.#pagedCss(this.#size, style, vertical);
    this.vertical = vertical;
    this.leftward = !vertical && direction === 'rtl';
    this.#placeFrame(this.#size);
    const { top, right, left } = style.margin;
    const fromRight = this.leftward || writingMode === 'vertical-rl';
    this.corner = { x: fromRight ? this.#size.width - right - 4 : left + 4, y: top + 4 };
    if (!this.#measuring) {
      root.style.setProperty(`margin-${vertical ? 'top' : this.leftward ? 'right' : 'left'}`, `${lead}px`, 'important');
    }
    // Overflow follows the body's writing; a root that disagrees would scroll the other way.
    const computed = this.window.getComputedStyle(root);
    const rootDirection = vertical ? 'ltr' : direction;
    if (computed.direction !== rootDirection) {
      root.style.setProperty('direction', rootDirection, 'important');
      body.style.setProperty('direction', direction, 'important');
    }
    if (computed.writingMode !== writingMode) root.style.setProperty('writing-mode', writingMode, 'important');
  }

  /** Rules of highlights, which move nothing, are half of what a chapter's styles take; unseen, nothing is drawn. */
  #pagedCss(size: PageSize, style: ReadingStyle, vertical: boolean): string {
    const { night } = style;
    const paged = pagedCss(size, style, vertical);
    return this.#measuring ? paged : paged + markCss(night, !vertical) + foundCss(night);
  }

  #placeFixed(fixed: PageSize, reading: Element): void {
    this.vertical = false;
    this.leftward = false;
    this.corner = { x: 4, y: 4 };
    this.#placeFrame(fixed);
    reading.textContent = '';
  }

  #placeFrame(size: PageSize): void {
    const { style } = this.frame;
    this.frameSize = size;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    this.placeAt({ region: { x: 0, y: 0, ...size }, x: 0, y: 0, scale: 1 });
  }

  #measure(): void {
    this.pages = this.fixed ? 1 : Math.max(1, Math.ceil((this.#extent() - 2) / this.#step));
    if (this.fixed || this.#measuring) return;
    const { documentElement: root } = this.document;
    // Without this the last page, being narrower with its margin missing, could not be scrolled to.
    root.style.setProperty(this.vertical ? 'height' : 'width', `${this.pages * this.#step}px`, 'important');
  }

  /** Pixels that the pages take, one after the other; lays out whatever has changed. */
  #extent(): number {
    const { documentElement: root, body } = this.document;
    const before = this.#measuring || this.fixed ? 0 : lead;
    return this.vertical
      ? Math.max(root.scrollHeight - before, body.scrollHeight)
      : Math.max(root.scrollWidth - before, body.scrollWidth);
  }
}
