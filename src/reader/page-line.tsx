// The lines above and below the text, and the corner of a bookmarked page. They change with the page and never alone.

import { useStrings } from '../strings/languages.ts';
import { useStore } from '../ui/use-store.ts';
import type { Reading } from './reading.ts';

export function PageLineView({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const line = useStore(reading.state, (state) => state.line);
  const unsaved = useStore(reading.state, (state) => state.unsaved);
  if (!line) return null;
  const pages =
    line.bookPage !== undefined && line.bookPages !== undefined
      ? strings.reader.page(line.bookPage, line.bookPages)
      : strings.reader.page(line.page + 1, line.pages);
  return (
    <footer class="page-line below">
      <span class="page-line-chapter">{unsaved ? strings.reader.unsaved : line.chapter}</span>
      <span>{pages}</span>
      <span>{strings.reader.percent(line.progress)}</span>
      <span>{line.time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })}</span>
    </footer>
  );
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
