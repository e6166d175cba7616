// The navigation document: as contents of the reader's, and as a page of the book.

import { type Checks, judge } from './outcome.ts';

const titles = (toc: readonly { title: string }[]) => toc.map(({ title }) => `“${title}”`).join(', ');

export const navigation: Checks = {
  'nav-activation': {
    asks: 'Choosing an entry of the contents leads to its target.',
    look: async (book) => {
      const entry = book.book.toc[1];
      if (!entry) return judge(false, 'The contents have no second entry.');
      const byContents = await book.view.goTo({ href: entry.href });
      await book.go(0);
      const link = book.all('[data-octavo-link]')[1];
      const byPage = link && (await book.after('place', () => book.click(link)));
      const there = [byContents.section, byPage?.section, book.text.includes('the navigation link leads here')];
      return judge(there.join() === '2,2,true', 'Both the contents and the page of contents lead there.');
    },
  },
  'nav-non-text_img_title': {
    asks: 'An entry that is a picture is named by the picture’s alternative text.',
    look: ({ book }) => {
      const good = book.toc[1]?.title === 'Description of the Abbey of Sénanque' && book.toc[1]?.section === 1;
      return judge(good && book.toc[0]?.title === 'Start page', `The entries are ${titles(book.toc)}.`);
    },
  },
  'nav-spine_in-spine': {
    asks: 'Contents that are a page of the book are shown, with their links.',
    look: (book) => {
      const links = book.all('[data-octavo-link]').filter((link) => link.getBoundingClientRect().width > 0);
      return judge(links.length === 2 && book.book.toc.length === 2, `The page has ${links.length} links.`);
    },
  },
  'nav-spine_in-spine-hidden-toc-html': {
    asks: 'An entry that the page hides is in the contents all the same.',
    look: (book) => {
      const seen = book.all('nav li').filter((item) => item.getBoundingClientRect().height > 0);
      const good = book.book.toc.length === 2 && seen.length === 1;
      return judge(good, `The page shows ${seen.length} entry, the contents ${book.book.toc.length}.`);
    },
  },
};
