// Running text cut into pages that fit the room it has: columns of the room's width, of which one is seen. Never
// scrolled by hand; page keys and the buttons below turn it.

import './paged-text.css';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PageBar, type PageBarProps } from './page-bar.tsx';
import { useSize } from './use-size.ts';

export interface PagedTextProps {
  children: ComponentChildren;
  labels: PageBarProps['labels'];
  /** Hands out the step function, for the layer's page keys. */
  pageKeys?: { current: ((step: -1 | 1) => void) | undefined };
  /** A page key at the text's first or last page. */
  onBeyond?: (step: -1 | 1) => void;
  /** Another text begins at its first page. */
  textKey?: string | number;
}

const gap = 32;

interface Shown {
  key: string | number;
  page: number;
  pages: number;
}

export function PagedText({ children, labels, pageKeys, onBeyond, textKey = '' }: PagedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [{ key, page, pages }, setShown] = useState<Shown>({ key: textKey, page: 0, pages: 1 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element || !frame.current || element.clientWidth === 0) return;
    const count = layOut(element, mostHeight(frame.current));
    const at = key === textKey ? Math.min(page, count - 1) : 0;
    element.scrollLeft = at * (element.clientWidth + gap);
    if (key !== textKey || at !== page || count !== pages) setShown({ key: textKey, page: at, pages: count });
  }, [size?.width, textKey, children, page]);
  const turn = (to: number) => {
    if (to >= 0 && to < pages) setShown({ key: textKey, page: to, pages });
  };
  if (pageKeys) {
    pageKeys.current = (step) => {
      const to = page + step;
      if (to >= 0 && to < pages) turn(to);
      else onBeyond?.(step);
    };
  }
  return (
    <div ref={frame} class="paged-text">
      <div ref={room} class="paged-text-room" style={{ columnGap: `${gap}px` }}>
        {children}
      </div>
      {pages > 1 && <PageBar page={page} pages={pages} labels={labels} onPage={turn} />}
    </div>
  );
}

/** As high as the text where it fits, else pages of all the height there is; answers how many. */
function layOut(room: HTMLElement, most: number): number {
  room.style.columnWidth = 'auto';
  room.style.height = 'auto';
  if (room.scrollHeight <= most) return 1;
  // The buttons below take the rest.
  room.style.height = `calc(${most}px - var(--target) - var(--space-2))`;
  room.style.columnWidth = `${room.clientWidth}px`;
  return Math.max(1, Math.round((room.scrollWidth + gap) / (room.clientWidth + gap)));
}

/** What the style sheets allow, whatever the text needs. */
function mostHeight(frame: HTMLElement): number {
  const limit = Number.parseFloat(getComputedStyle(frame).maxHeight);
  return Number.isFinite(limit) ? limit : frame.clientHeight;
}
