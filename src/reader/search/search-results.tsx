// What was found, in pages that fit the room there is. More of it never moves what is on a full page.

import { useMemo, useRef, useState } from 'preact/hooks';
import type { TocEntry } from '../../book/book.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PageBar } from '../../ui/page-bar.tsx';
import { useSize } from '../../ui/use-size.ts';
import type { BookSearch, SearchState } from './book-search.ts';
import { lastColumns, type ResultRow, resultPages, sectionTitles } from './result-pages.ts';

export interface SearchResultsProps {
  search: BookSearch;
  state: SearchState;
  toc: readonly TocEntry[];
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

/** In rem, as the style sheet has them. */
const heights = { chapter: 2.2, match: 3.8 };
/** Width of a column of a snippet, in rem. */
const column = 0.5;

export function SearchResults({ search, state, toc, pageKeys }: SearchResultsProps) {
  const strings = useStrings();
  const words = strings.bookSearch;
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const [turned, setTurned] = useState<number | undefined>();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { matches, at, stage } = state;
  const pages = useMemo(
    () => (size ? resultPages(matches, sectionTitles(toc), heights, size.height / rem) : []),
    [matches, size, toc, rem],
  );
  const opened = pages.findIndex((rows) => rows.some((row) => row.kind === 'match' && row.index === at));
  const page = Math.min(turned ?? Math.max(0, opened), Math.max(0, pages.length - 1));
  const turn = (to: number) => {
    if (to >= 0 && to < pages.length) setTurned(to);
  };
  pageKeys.current = (step) => turn(page + step);
  const before = size ? Math.max(12, Math.floor((size.width / rem - 5) / column / 2)) : 40;
  return (
    <div class="search-results">
      <p class="search-count" role="status">
        <span>{statusOf(state, words)}</span>
        {stage === 'limited' && <Button onPress={() => search.more()}>{words.more}</Button>}
      </p>
      <div ref={room} class="search-room">
        {(pages[page] ?? []).map((row) => (
          <Row
            key={row.kind === 'match' ? row.index : `chapter ${row.title}`}
            {...{ row, search, before, here: at, first: row === pages[page]?.[1] }}
          />
        ))}
      </div>
      <PageBar page={page} pages={Math.max(1, pages.length)} labels={strings.pages} onPage={turn} />
    </div>
  );
}

function statusOf(
  { matches, stage, searched }: SearchState,
  words: ReturnType<typeof useStrings>['bookSearch'],
): string {
  if (stage === 'running') return words.running(matches.length, Math.floor(searched * 100));
  if (stage === 'limited') return words.limited(matches.length);
  return matches.length === 0 ? words.none : words.found(matches.length);
}

interface RowProps {
  row: ResultRow;
  search: BookSearch;
  /** Columns that what stands before the match may take. */
  before: number;
  here: number | undefined;
  first: boolean;
}

function Row({ row, search, before, here, first }: RowProps) {
  const { bookSearch: words } = useStrings();
  if (row.kind === 'chapter') return <h3 class="search-chapter">{row.title}</h3>;
  const { match, index } = row;
  const page = search.pageOf(match);
  return (
    <button
      type="button"
      class="search-match"
      aria-current={index === here ? 'location' : undefined}
      data-first={first ? '' : undefined}
      onClick={() => search.go(index)}
    >
      <span class="search-snippet">
        {lastColumns(match.before, before)}
        <mark>{match.words}</mark>
        {match.after}
      </span>
      {page !== undefined && <span class="search-page">{words.page(page)}</span>}
    </button>
  );
}
