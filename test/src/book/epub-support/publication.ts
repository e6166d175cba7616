// Publication resources and the container: media types, fallbacks, addresses, broken markup, scrambled fonts.

import { mediumReady, picturesShown } from './book-under-test.ts';
import { type Check, type Checks, judge } from './outcome.ts';

const says = (asks: string, words: string, not?: string): Check => ({
  asks,
  look: (book) => {
    const good = book.text.includes(words) && !(not && book.text.includes(not));
    return judge(good, good ? 'The page that is meant is shown.' : 'Another page is shown.');
  },
});

const picture = (asks: string): Check => ({
  asks,
  look: (book) => {
    const [shown] = picturesShown(book);
    return judge(
      Boolean(shown),
      shown ? `A picture of ${shown.naturalWidth} × ${shown.naturalHeight}.` : 'There is none.',
    );
  },
});

const damaged = (asks: string): Check => ({
  asks,
  look: (book) => {
    const notice = book.css(book.document.body, '::before').content;
    const told = notice.includes('damaged') && book.text.includes('reports an error on this page');
    return judge(told, told ? 'The page says so before its text, which can still be read.' : 'Nothing is said.');
  },
});

export const publication: Checks = {
  'pub-cmt-gif': picture('GIF pictures are shown.'),
  'pub-cmt-jxl': {
    asks: 'JPEG XL pictures are shown.',
    look: (book) => {
      const [shown] = picturesShown(book);
      if (shown) return judge(true, `A picture of ${shown.naturalWidth} × ${shown.naturalHeight}.`);
      return { result: 'unsupported', seen: 'The browser that draws the pages does not know the format.' };
    },
  },
  'pub-cmt-svg': picture('SVG pictures are shown.'),
  'pub-cmt-mp4': {
    asks: 'AAC sound can be played from the page.',
    look: async (book) => {
      const audio = book.find<HTMLAudioElement>('audio');
      await mediumReady(audio);
      if (!audio.controls || audio.getBoundingClientRect().height === 0) return judge(false, 'There is no player.');
      // Decoders differ by hundredths of a second.
      const plays = audio.duration > 1 && audio.duration < 2;
      return judge(
        plays,
        `The player is shown; the sound ${plays ? 'lasts for more than a second' : 'cannot be played'}.`,
      );
    },
  },
  'pub-data-urls_browsing-context': picture('A picture written into the chapter is shown in it.'),
  'pub-external-links': {
    asks: 'A link out of the book is shown before anything is opened.',
    look: async (book) => {
      const before = book.document;
      const out = await book.after('outsideLink', () => book.click(book.find('[data-octavo-link]')));
      const good = out?.url.startsWith('https://www.w3.org/') && book.document === before;
      return judge(good === true, good ? 'The reader is asked, with the whole address; the page stays.' : 'It is not.');
    },
  },
  'pub-file-urls': {
    asks: 'Files of the device are not loaded into the page.',
    look: (book) => {
      const frames = book.all<HTMLIFrameElement>('iframe');
      const empty = frames.filter((one) => !one.src && !one.contentDocument?.body?.textContent);
      return judge(frames.length === 3 && empty.length === 3, `${empty.length} of 3 frames are empty.`);
    },
  },
  'pub-foreign_json-spine': says('In place of a JSON file its fallback is shown.', 'Test passes if you see this text'),
  'pub-foreign_xml-suffix-spine': says(
    'In place of XML of its own kind the fallback is shown.',
    'Test passes if you see this text',
  ),
  'pub-xml-names': damaged('An element whose name is no name is reported.'),
  'pub-xml-non-validating_unclosed': damaged('An element that is never closed is reported.'),
  'ocf-font_obfuscation': {
    asks: 'A scrambled font is cleared and used.',
    look: (book) => {
      const good = book.isSetIn(book.find('.font-truetype'), 'Lobster') && picturesShown(book).length === 1;
      return judge(good, good ? 'The line is set in it, as on the picture below.' : 'It is not used.');
    },
  },
  'ocf-metainf-inc': says('Unknown files of META-INF disturb nothing.', 'can be accessed without any error'),
  'ocf-package_arbitrary': says(
    'Of three packages the one that the container names is used.',
    'Test passes if you see this',
    'Test fails',
  ),
  'ocf-url_manifest': says('A chapter in a folder of its own is found.', 'Test passes if this page opens'),
  'ocf-url_relative': says('A chapter is found relative to its package.', 'Test passes if this page opens'),
};
