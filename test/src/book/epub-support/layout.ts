// Fixed pages, spreads and flow.

import { type BookUnderTest, picturesShown } from './book-under-test.ts';
import { type Check, type Checks, judge, unsupported } from './outcome.ts';

const wide: [number, number] = [1872, 1404];

/** What the page that is shown was designed for; the frame around it is scaled. */
function designOf(frame: HTMLIFrameElement | undefined): string {
  const window = frame?.contentWindow;
  return window ? `${window.innerWidth} × ${window.innerHeight}` : 'nothing';
}

const flows = (book: BookUnderTest) => book.css(book.document.body).columnWidth !== 'auto';

function centreOf(book: BookUnderTest, frame: HTMLIFrameElement | undefined): number {
  const { left, width } = book.boxOf(frame);
  return left + width / 2;
}

/** What each turn shows from the beginning, pages of a spread with a plus between them. */
async function turnsOf(book: BookUnderTest): Promise<string[]> {
  const seen: string[] = [];
  await book.go(0);
  for (let more: unknown = true; more && seen.length < 40; more = await book.view.next()) {
    seen.push(
      book.frames.map((frame) => /Page (\d)\./.exec(frame.contentDocument?.body.textContent ?? '')?.[1]).join('+'),
    );
  }
  return seen;
}

/** Every page of the book is as large as was said. */
const sized = (asks: string, ...sizes: string[]): Check => ({
  asks,
  look: async (book) => {
    const seen: string[] = [];
    for (const [section] of sizes.entries()) {
      await book.go(section);
      const [frame] = book.frames;
      seen.push(designOf(frame));
      const clipped = frame && book.css(frame.contentDocument?.documentElement as Element).overflow === 'hidden';
      if (!clipped) seen.push('not clipped');
    }
    return judge(seen.join() === sizes.join(), `The pages are ${seen.join(', ')}; what lies outside is cut off.`);
  },
});

const reflows = (asks: string): Check => ({
  asks,
  look: (book) => judge(flows(book) && book.book.facts.layout === 'reflowable', 'The text is set in pages.'),
});

const overridden = (asks: string): Check => ({
  asks,
  look: async (book) => {
    const first = designOf(book.frames[0]);
    await book.go(1);
    // How many pages it has is a matter of the machine's fonts.
    const second = flows(book) ? 'flows' : 'does not flow';
    return judge(first === '1000 × 600' && flows(book), `The first page is ${first}; the second part ${second}.`);
  },
});

const pictureBetween = (asks: string): Check => ({
  asks,
  look: async (book) => {
    const first = flows(book);
    const place = await book.go(1);
    const fixed = !flows(book) && place.pages === 1 && picturesShown(book).length === 1;
    await book.go(2);
    return judge(first && fixed && flows(book), 'The picture is a page of its own between two texts that flow.');
  },
});

const onSide = (asks: string, section: number, side: 'left' | 'right'): Check => ({
  asks,
  look: async (book) => {
    await book.onPage(...wide);
    await book.go(section);
    const centre = centreOf(book, book.frameWith(`Page ${section + 1}.`));
    const good = side === 'left' ? centre < wide[0] / 2 - 100 : centre > wide[0] / 2 + 100;
    return judge(good, `On a wide page its middle is at ${Math.round((centre / wide[0]) * 100)} % of the width.`);
  },
});

/** A page may stand alone or beside another, as there is room. */
const together = (asks: string): Check => ({
  asks,
  look: async (book) => {
    const tall = await turnsOf(book);
    await book.onPage(...wide);
    const beside = await turnsOf(book);
    const good = tall.join() === '1,2,3,4' && beside.join('+').replaceAll('+', '') === '1234';
    return judge(good, `On a tall page ${tall.join(', ')}; on a wide one ${beside.join(', ')}.`);
  },
});

export const layout: Checks = {
  'fxl-layout-duplication': {
    asks: 'A book that says two layouts is the checkers’ business; here the first one counts.',
    look: async (book) => {
      const seen = await turnsOf(book);
      return judge(seen.join() === '1,2,3,4', `It opens, with fixed pages ${seen.join(', ')}.`);
    },
  },
  'fxl-page-spread-center': {
    asks: 'A page for the middle stands alone, in the middle.',
    look: async (book) => {
      await book.onPage(...wide);
      await book.go(0);
      const centre = centreOf(book, book.frameWith('Page 1.'));
      const good = book.frames.length === 1 && Math.abs(centre - wide[0] / 2) < 3;
      return judge(
        good,
        `On a wide page ${book.frames.length} is shown, its middle at ${Math.round(centre)} of ${wide[0]}.`,
      );
    },
  },
  'fxl-spine-overrides_behave-as-global': overridden('One part of a fixed book flows.'),
  'lay-pp-spine-overrides_behave-as-global': overridden('One part of a fixed book flows.'),
  'lay-fxl-layout-default': reflows('A book that says nothing flows.'),
  'lay-pp-layout-default': reflows('A book that says nothing flows.'),
  'lay-fxl-layout-pre-paginated': {
    asks: 'Each part of a fixed book is one page, in order.',
    look: async (book) => {
      const seen = await turnsOf(book);
      return judge(seen.join() === '1,2,3,4', `Turning shows ${seen.join(', ')}.`);
    },
  },
  'lay-fxl-orientation-landscape': {
    asks: 'A book meant for a wide page is shown on one, or the reader is told.',
    look: async (book) => {
      const numbers = await book.after('turning', () => void book.go(1));
      const told = numbers?.turnTo === 'landscape';
      await book.onPage(...wide);
      const whole = designOf(book.frames[0]) === '900 × 600';
      return judge(
        told && whole,
        'On a tall page the reader is told to turn the screen; on a wide one nothing is said.',
      );
    },
  },
  'lay-fxl-page-spread-left': onSide('A page for the left side stands there.', 1, 'left'),
  'lay-pp-page-spread-right': onSide('A page for the right side stands there.', 0, 'right'),
  'lay-fxl-spread-auto': together('Pages may stand side by side.'),
  'lay-fxl-spread-default': together('Pages may stand side by side where the book says nothing.'),
  'lay-fxl-spread-none': {
    asks: 'Pages never stand side by side.',
    look: async (book) => {
      await book.onPage(...wide);
      const seen = await turnsOf(book);
      return judge(seen.join() === '1,2,3,4', `On a wide page ${seen.join(', ')}.`);
    },
  },
  'lay-pp-layout-pre-paginated-spreads': {
    asks: 'Pages follow one another in spreads, without blank ones and without a gap.',
    look: async (book) => {
      await book.onPage(...wide);
      const seen = await turnsOf(book);
      const spread = seen.findIndex((turn) => turn.length === 3);
      if (spread < 0) return judge(false, `On a wide page ${seen.join(', ')}: there are no spreads.`);
      await book.view.goTo({ section: Number(seen[spread]?.[0]) - 1 });
      const [left, right] = book.frames.map((frame) => book.boxOf(frame));
      const gap = Math.round((right?.left ?? 0) - (left?.left ?? 0) - (left?.width ?? 0));
      const all = seen.join('+').replaceAll('+', '') === '1234';
      return judge(all && Math.abs(gap) <= 1, `On a wide page ${seen.join(', ')}, ${gap} pixels apart.`);
    },
  },
  'lay-pp-page-spread-combined': {
    asks: 'A left and a right page make a spread.',
    look: async (book) => {
      await book.onPage(...wide);
      const seen = await turnsOf(book);
      return judge(seen.includes('2+3'), `On a wide page ${seen.join(', ')}.`);
    },
  },
  'lay-fxl-xhtml-icb': sized('What lies outside of a page’s size is cut off.', '900 × 600'),
  'lay-fxl-xhtml-icb_invalid_meta': sized('A size among nonsense is found.', '900 × 600', '900 × 600'),
  'lay-pp-xhtml-icb_invalid_meta': sized('A size among nonsense is found.', '900 × 600', '900 × 600'),
  'lay-fxl-xhtml-icb_multi_declarations': sized('Of two sizes the first counts.', '1000 × 600', '1000 × 600'),
  'lay-pp-xhtml-icb_multi_declarations': sized('Of two sizes the first counts.', '1000 × 600', '1000 × 600'),
  'lay-fxl-xhtml-icb_units': sized('Units of sizes are ignored.', '1000 × 600', '1000 × 600'),
  'lay-pp-xhtml-icb_units': sized('Units of sizes are ignored.', '1000 × 600', '1000 × 600'),
  'lay-pp-svg-icb_multi': sized('A drawing’s own view is its page.', '900 × 600', '900 × 600', '1200 × 600'),
  'lay-page-layout-both': {
    asks: 'A part that flows begins on a page of its own after a fixed one.',
    look: async (book) => {
      const first = designOf(book.frames[0]);
      const second = await book.view.next();
      const flowing = flows(book) && second?.section === 1 && second.page === 0;
      await book.go(2);
      return judge(
        first === '900 × 600' && flowing && designOf(book.frames[0]) === first,
        'It does, between fixed ones.',
      );
    },
  },
  'lay-pkg-flow-scrolled-continuous': {
    asks: 'A book that asks for it can be scrolled through.',
    look: (book) =>
      unsupported(flows(book), 'Everything is shown in pages: a panel of electronic ink does not scroll.'),
  },
  'lay-pp-spine-overrides_image-only-reflow': pictureBetween('A page with a picture stands in a book that flows.'),
  'lay-pp-spine-overrides_image-spine-reflow': pictureBetween('A picture in the spine stands in a book that flows.'),
  'lay-rendition-flow-pre-pag': {
    asks: 'Fixed pages stay pages in a book that asks to be scrolled.',
    look: async (book) => {
      const seen: string[] = [];
      for (const section of [1, 2]) {
        const { pages } = await book.go(section);
        seen.push(`${designOf(book.frames[0])}, ${pages}`);
      }
      return judge(seen.join() === '900 × 600, 1,900 × 600, 1', 'Both are pages of 900 × 600.');
    },
  },
};
