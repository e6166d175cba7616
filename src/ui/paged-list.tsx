// A list cut into pages that fit the room it has: never scrolled, rows of one height, page keys and page buttons.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { PageBar, type PageBarProps } from './page-bar.tsx';
import { useSize } from './use-size.ts';
import './paged-list.css';

export interface PagedListProps<T> {
  items: readonly T[];
  /** Height of a row in rem; more where a fingertip needs it. */
  rowHeight: number;
  labels: PageBarProps['labels'];
  row: (item: T, index: number) => ComponentChildren;
  keyOf: (item: T) => string | number;
  /** Page shown first; for lists that open where the reader is. */
  startAt?: number;
  /** Hands out the step function, for the layer's page keys. */
  pageKeys?: { current: ((step: -1 | 1) => void) | undefined };
}

export function PagedList<T>({ items, rowHeight, labels, row, keyOf, startAt = 0, pageKeys }: PagedListProps<T>) {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const height = heightOfRow(rowHeight);
  const perPage = size ? Math.max(1, Math.floor(size.height / height)) : 0;
  const [chosen, setChosen] = useState<number | undefined>();
  const pages = perPage ? Math.max(1, Math.ceil(items.length / perPage)) : 1;
  const page = Math.min(chosen ?? (perPage ? Math.floor(startAt / perPage) : 0), pages - 1);
  const turn = (to: number) => {
    if (to >= 0 && to < pages) setChosen(to);
  };
  if (pageKeys) pageKeys.current = (step) => turn(page + step);
  return (
    <div class="paged-list">
      <div ref={room} class="paged-list-room">
        <ul>
          {items.slice(page * perPage, (page + 1) * perPage).map((item, index) => (
            <li key={keyOf(item)} style={{ height: `${height}px` }}>
              {row(item, page * perPage + index)}
            </li>
          ))}
        </ul>
      </div>
      <PageBar page={page} pages={pages} labels={labels} onPage={turn} />
    </div>
  );
}

/** CSS pixels. What is touched in a row has nine millimetres, and the row a line below. */
function heightOfRow(rem: number): number {
  const style = getComputedStyle(document.documentElement);
  // Tests of single parts come without the theme.
  const millimetre = Number.parseFloat(style.getPropertyValue('--mm')) || 0;
  return Math.max(rem * Number.parseFloat(style.fontSize), 9 * millimetre + 2);
}
