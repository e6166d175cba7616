// Sizes of pages and what is shown of them: whole, without their empty margins, or cut as the reader said. Each page is
// looked at once per way of cutting.

import { around, contentBox, sampleWidth } from './find-margins.ts';
import type { Box, PageSource } from './page-source.ts';
import type { PageStyle } from './page-style.ts';
import type { FittedPage } from './screens.ts';

/** Of a page's width and height; a title alone on its page is not made as large as the screen. */
const leastContent = 0.6;
/** What is shown of a page of which everything is cut. */
const leastShown = 0.1;

export class PageFit {
  readonly #source: PageSource;
  readonly #contents = new Map<number, Promise<Box>>();

  constructor(source: PageSource) {
    this.#source = source;
  }

  async fit(page: number, crop: PageStyle['crop']): Promise<FittedPage> {
    const size = await this.#source.size(page);
    const whole = { x: 0, y: 0, ...size };
    if (crop === 'off') return { page, size, shown: whole };
    if (crop === 'auto') return { page, size, shown: await this.#withoutMargins(page, whole) };
    const mirrored = page % 2 === 1;
    const left = mirrored ? crop.right : crop.left;
    const right = mirrored ? crop.left : crop.right;
    const across = Math.max(leastShown, 1 - left - right);
    const down = Math.max(leastShown, 1 - crop.top - crop.bottom);
    return {
      page,
      size,
      shown: {
        x: Math.min(left, 1 - across) * size.width,
        y: Math.min(crop.top, 1 - down) * size.height,
        width: across * size.width,
        height: down * size.height,
      },
    };
  }

  /** Pages on the same side of the paper are cut alike, as far as their own content allows; else text would jump. */
  async #withoutMargins(page: number, whole: Box): Promise<Box> {
    const beside = [page - 2, page + 2].filter((other) => other >= 0 && other < this.#source.count);
    const own = await this.#content(page);
    const boxes = [own];
    for (const other of beside) {
      const size = await this.#source.size(other);
      if (Math.abs(size.width - whole.width) < 2 && Math.abs(size.height - whole.height) < 2) {
        boxes.push(await this.#content(other));
      }
    }
    return atLeast(around(boxes), whole);
  }

  #content(page: number): Promise<Box> {
    const known = this.#contents.get(page) ?? this.#look(page);
    this.#contents.set(page, known);
    return known;
  }

  /** A page that cannot be drawn says so when it is shown; its margins are nobody's concern. */
  async #look(page: number): Promise<Box> {
    const size = await this.#source.size(page);
    const whole = { x: 0, y: 0, ...size };
    const scale = sampleWidth / size.width;
    const canvas = document.createElement('canvas');
    canvas.width = sampleWidth;
    canvas.height = Math.min(2000, Math.max(1, Math.round(size.height * scale)));
    try {
      await this.#source.draw(page, canvas, { region: whole, scale }, new AbortController().signal);
      const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
      return picture ? contentBox(picture, size) : whole;
    } catch (error) {
      console.warn(`The margins of page ${page + 1} cannot be found.`, error);
      return whole;
    } finally {
      canvas.width = 0;
      canvas.height = 0;
    }
  }
}

/** The box grown evenly to the least share of the page, within the page. */
function atLeast(box: Box, page: Box): Box {
  const width = Math.max(box.width, page.width * leastContent);
  const height = Math.max(box.height, page.height * leastContent);
  const x = box.x - (width - box.width) / 2;
  const y = box.y - (height - box.height) / 2;
  return {
    x: Math.min(Math.max(0, x), page.width - width),
    y: Math.min(Math.max(0, y), page.height - height),
    width,
    height,
  };
}
