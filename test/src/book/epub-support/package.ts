// The package document: unknown parts, directions and languages, the spine.

import { type Check, type Checks, judge } from './outcome.ts';

const opens = (asks: string): Check => ({
  asks,
  look: (book) => judge(book.text.includes('Test passes if the EPUB opens'), 'It opens and shows its page.'),
});

const titleRuns = (asks: string, wanted: 'auto' | 'rtl'): Check => ({
  asks,
  look: ({ book }) => {
    const { titleDirection } = book.facts;
    const seen = titleDirection === 'auto' ? 'by its first strong letter' : titleDirection;
    return judge(titleDirection === wanted, `The title runs ${seen}.`);
  },
});

export const packages: Checks = {
  'pkg-collections-unknown': opens('A collection of unknown role disturbs nothing.'),
  'pkg-manifest-unknown': opens('Unknown properties of the manifest disturb nothing.'),
  'pkg-meta-unknown': opens('Unknown metadata disturb nothing.'),
  'pkg-spine-unknown': opens('Unknown properties of the spine disturb nothing.'),
  'pkg-version-backward': opens('A package of an older version is opened.'),
  'pkg-dir-auto_root-rtl': titleRuns(
    'A title left to its own direction keeps it in a package from right to left.',
    'auto',
  ),
  'pkg-dir_rtl-root-ltr': titleRuns('A title from right to left stays so in a package from left to right.', 'rtl'),
  'pkg-dir_unset-root-rtl': titleRuns('A title takes over the direction of its package.', 'rtl'),
  'pkg-dir_but_not_content': {
    asks: 'The package’s direction does not become the chapter’s.',
    look: (book) => {
      const item = book.find('li');
      const { direction, textAlign } = book.css(item);
      const good = direction === 'ltr' && item.matches(':not(:dir(rtl))') && !item.closest('[lang="he"]');
      return judge(good, `The list runs ${direction}, aligned to its ${textAlign}.`);
    },
  },
  'pkg-lang_but_not_content': {
    asks: 'The package’s language does not become the chapter’s: no French quotation marks.',
    look: (book) => {
      const french = book.find('q').matches(':lang(fr)');
      const marks = book.css(book.find('q')).quotes;
      return judge(!french && !marks.includes('«'), french ? 'The quotation counts as French.' : 'It has none.');
    },
  },
  'pkg-spine-duplicate-item-hyperlink': {
    asks: 'A link to a chapter that stands in the book three times leads to the first.',
    look: async (book) => {
      const place = await book.after('place', () => book.click(book.find('[data-octavo-link]')));
      return judge(place?.section === 1, `It leads to place ${place ? place.section + 1 : 'nowhere'} of the spine.`);
    },
  },
  'pkg-spine-duplicate-item-ui': {
    asks: 'The three places of one chapter are three places: to go to and to mark.',
    look: async (book) => {
      const cfis: string[] = [];
      for (const section of [1, 2, 3]) cfis.push((await book.go(section)).cfi);
      const places: number[] = [];
      for (const cfi of cfis) places.push((await book.view.goTo({ cfi })).section);
      return judge(places.join() === '1,2,3', `Their positions lead back to ${places.map((n) => n + 1).join(', ')}.`);
    },
  },
  'pkg-spine-order-svg': {
    asks: 'Four drawings are four pages in order.',
    look: async (book) => {
      const seen: string[] = [];
      for (let more: unknown = true; more; more = await book.view.next())
        seen.push(/Page \d/.exec(book.text)?.[0] ?? '');
      return judge(seen.join() === 'Page 1,Page 2,Page 3,Page 4', `Turning shows ${seen.join(', ')}.`);
    },
  },
  'pkg-spine-progression-default': progression('An Arabic book that says nothing is turned to the left.', 'rtl'),
  'pkg-spine-progression_ltr': progression('A book that says so is turned to the right.', 'ltr'),
  'pkg-unique-id': {
    asks: 'Two books of one identifier are two books.',
    look: async (book) => {
      const other = await (await import('../../../../src/book/open-book.ts')).openBook(book.file);
      const apart = other !== book.book && other.facts.identifier === book.book.facts.identifier;
      other.close();
      const shown = book.text.includes('Test passes');
      return judge(apart && shown, 'Both open; the shelf tells books apart by their files, not by identifiers.');
    },
  },
};

function progression(asks: string, wanted: 'ltr' | 'rtl'): Check {
  return {
    asks,
    look: async (book) => {
      const order = ['appear first', 'appear second', 'appear third', 'appear last'];
      const seen: boolean[] = [];
      for (const words of order) {
        seen.push(book.text.includes(words));
        await book.view.next();
      }
      const { direction } = book.book.facts;
      return judge(seen.every(Boolean) && direction === wanted, `Pages follow ${direction}, in order.`);
    },
  };
}
