// A list cut into pages that fit the room it has: never scrolled, rows of one height, page keys and page buttons.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { PageBar, type PageBarProps } from './page-bar.tsx';
import { pageStarts } from './page-starts.ts';
import { useSize } from './use-size.ts';
import './paged-list.css';

export interface PagedListProps<T> {
  items: readonly T[];
  /** Height of a row in rem; more where a fingertip needs it. */
  rowHeight: number;
  labels: PageBarProps['labels'];
  row: (item: T, index: number) => ComponentChildren;
  keyOf: (item: T) => string | number;
  /** Item whose page is shown first; for lists that open where the reader is. */
  startAt?: number;
  /** Items that are never the last of their page, as headings are. */
  leads?: (item: T) => boolean;
  /** Hands out the step function, for the layer's page keys. */
  pageKeys?: { current: ((step: -1 | 1) => void) | undefined };
}

export function PagedList<T>(props: PagedListProps<T>) {
  const { items, rowHeight, labels, row, keyOf, startAt = 0, leads = never, pageKeys } = props;
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const height = heightOfRow(rowHeight);
  const perPage = size ? Math.max(1, Math.floor(size.height / height)) : 0;
  const [chosen, setChosen] = useState<number | undefined>();
  const starts = perPage ? pageStarts(items, perPage, leads) : [0];
  const pages = starts.length;
  const first = Math.max(
    0,
    starts.findLastIndex((start) => start <= startAt),
  );
  const page = Math.min(chosen ?? first, pages - 1);
  const from = starts[page] ?? 0;
  const until = perPage ? (starts[page + 1] ?? items.length) : 0;
  const turn = (to: number) => {
    if (to >= 0 && to < pages) setChosen(to);
  };
  if (pageKeys) pageKeys.current = (step) => turn(page + step);
  return (
    <div class="paged-list">
      <div ref={room} class="paged-list-room">
        <ul>
          {items.slice(from, until).map((item, index) => (
            <li key={keyOf(item)} style={{ height: `${height}px` }}>
              {row(item, from + index)}
            </li>
          ))}
        </ul>
      </div>
      <PageBar page={page} pages={pages} labels={labels} onPage={turn} />
    </div>
  );
}

const never = () => false;

/** CSS pixels. What is touched in a row has nine millimetres, and the row a line below. */
function heightOfRow(rem: number): number {
  const style = getComputedStyle(document.documentElement);
  // Tests of single parts come without the theme.
  const millimetre = Number.parseFloat(style.getPropertyValue('--mm')) || 0;
  return Math.max(rem * Number.parseFloat(style.fontSize), 9 * millimetre + 2);
}
