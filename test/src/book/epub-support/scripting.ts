// Scripts, which never run here: the reader sees what a chapter shows without them.

import type { BookUnderTest } from './book-under-test.ts';
import { type Check, type Checks, judge, unsupported } from './outcome.ts';

const closed = 'Scripts of books never run here';

/** The chapter shows what it shows where scripts do not run. */
const without = (asks: string, words: string): Check => ({
  asks,
  look: (book) => {
    const found = book.all('p, text, div').find((one) => one.textContent?.includes(words));
    const visible = found && found.getBoundingClientRect().height > 0;
    return unsupported(visible === true, `${closed}; the page says that it has none.`);
  },
});

function frameText(book: BookUnderTest): Promise<string> {
  const frame = book.find<HTMLIFrameElement>('iframe');
  const text = () => frame.contentDocument?.body?.textContent?.trim() ?? '';
  if (text()) return Promise.resolve(text());
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(text()), { once: true });
    setTimeout(() => resolve(text()), 1500);
  });
}

export const scripting: Checks = {
  'ocf-url_parse-leaking-relative': without(
    'A script that works out an address past the container’s root stays in it.',
    'does not support scripting',
  ),
  'scr-not-support_ccscript-modify-size': {
    asks: 'A script in an embedded page cannot change the size of its frame.',
    look: async (book) => {
      const text = await frameText(book);
      const { width, height } = book.find('iframe').getBoundingClientRect();
      const ratio = width / height;
      const good = text.includes('content of an iframe') && ratio > 3;
      return judge(good, `The embedded page is shown, ${Math.round(width)} × ${Math.round(height)}; no script ran.`);
    },
  },
  'scr-readingsystem-support': without(
    'Scripts find the object that describes the reader.',
    'does not support scripting',
  ),
  'scr-readingsystem-support_iframe_svg': {
    asks: 'Scripts of an embedded drawing find the object that describes the reader.',
    look: async (book) => {
      const shown = (await frameText(book)).includes('does not support scripting in SVG');
      return unsupported(shown, `${closed}; the embedded drawing is shown.`);
    },
  },
  'scr-storage-delete': {
    asks: 'What a script has stored can be deleted.',
    look: (book) => {
      const good = book.text.includes('does not support scripting, hence this test succeeds');
      return judge(good && localStorage.getItem('scr_storage_delete_random_data_entry') === null, 'Nothing is stored.');
    },
  },
  'scr-support': without('Scripts of chapters run.', 'does not support scripting'),
  'scr-support_origin': without('Scripts of one book share an origin.', 'does not support scripting'),
  'scr-support_scrolled-continuous': without('Books with scripts can be scrolled.', 'does not support scripting'),
  'scr-support_svg': without('Scripts of drawings run.', 'does not support scripting'),
  'sec-untrusted-consent_scripting': {
    asks: 'No script runs that the reader has not allowed.',
    look: async (book) => {
      const text = `${book.find('#scripting_support').textContent} ${await frameText(book)}`;
      const good = text.match(/No script has been executed\./g)?.length === 2;
      return judge(good, 'None runs, in the chapter nor in what it embeds; and none can be allowed.');
    },
  },
};
