// The lines above and below the text, and the corner of a bookmarked page. They change with the page and never alone.

import type { FooterItem } from '../../db/settings/footer-settings.ts';
import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import type { PageLine } from '../reading-state.ts';

export function PageLineView({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const line = useStore(reading.state, (state) => state.line);
  const items = useStore(reading.state, (state) => state.footer);
  const unsaved = useStore(reading.state, (state) => state.unsaved);
  if (!line) return null;
  const [first, ...others] = items;
  const notice = line.turnTo && strings.drawnPages.turnTo[line.turnTo];
  const title = unsaved ? strings.reader.unsaved : (notice ?? (first === 'chapter' ? line.chapter : ''));
  const shown = first === 'chapter' ? others : items;
  return (
    <footer class="page-line below">
      {(title !== '' || first === 'chapter') && <span class="page-line-chapter">{title}</span>}
      {shown.map((item) => {
        const text = itemText(item, line, strings);
        return text !== '' && <span key={item}>{text}</span>;
      })}
    </footer>
  );
}

/** Empty where the book or the device knows nothing of it. */
export function itemText(item: FooterItem, line: PageLine, { reader, footer }: Strings): string {
  switch (item) {
    case 'chapter':
      return line.chapter;
    case 'chapterPage':
      return reader.page(line.page + 1, line.pages);
    case 'bookPage':
      if (line.bookPage !== undefined && line.bookPages !== undefined)
        return reader.page(line.bookPage, line.bookPages);
      return line.about ? reader.aboutPage(line.about.page, line.about.pages) : '';
    case 'printPage':
      return line.printPage === undefined ? '' : footer.printPage(line.printPage);
    case 'percent':
      return reader.percent(line.progress);
    case 'chapterTime':
      return footer.chapterLeft(duration(line.chapterMinutes, footer));
    case 'bookTime':
      return footer.bookLeft(duration(line.bookMinutes, footer));
    case 'clock':
      return clock(line.time);
    case 'battery':
      return line.battery === undefined ? '' : footer.battery(line.battery);
  }
}

/** As it is written in all of the client's languages. The browser's own way loads tables while the page is turned. */
function clock(time: Date): string {
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Minutes as they are said; three dots while the speed is not known. */
export function duration(minutes: number | undefined, footer: Strings['footer']): string {
  if (minutes === undefined) return '…';
  return minutes < 60 ? footer.minutes(minutes) : footer.hours(Math.floor(minutes / 60), minutes % 60);
}

export function PageHeader({ reading }: { reading: Reading }) {
  const title = useStore(reading.state, (state) => state.title);
  return (
    <header class="page-line above">
      <span class="page-line-chapter">{title}</span>
    </header>
  );
}

export function Ribbon({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const marked = useStore(reading.state, (state) => state.bookmarks.length > 0);
  if (!marked) return null;
  return (
    <svg class="ribbon" viewBox="0 0 24 36" role="img" aria-label={strings.reader.bookmarked}>
      <path d="M2 0h20v34l-10-9-10 9z" />
    </svg>
  );
}
