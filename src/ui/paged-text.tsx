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
  /** Another text begins at its first page. */
  textKey?: string | number;
}

const gap = 32;

export function PagedText({ children, labels, pageKeys, textKey = '' }: PagedTextProps) {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const [{ key, page, pages }, setShown] = useState({ key: textKey, page: 0, pages: 1 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element || element.clientWidth === 0) return;
    const count = Math.max(1, Math.round((element.scrollWidth + gap) / (element.clientWidth + gap)));
    const at = key === textKey ? Math.min(page, count - 1) : 0;
    element.scrollLeft = at * (element.clientWidth + gap);
    if (key !== textKey || at !== page || count !== pages) setShown({ key: textKey, page: at, pages: count });
  }, [size, textKey, children, page]);
  const turn = (to: number) => {
    if (to >= 0 && to < pages) setShown({ key: textKey, page: to, pages });
  };
  if (pageKeys) pageKeys.current = (step) => turn(page + step);
  return (
    <div class="paged-text">
      <div ref={room} class="paged-text-room" style={{ columnGap: `${gap}px` }}>
        {children}
      </div>
      <PageBar page={page} pages={pages} labels={labels} onPage={turn} />
    </div>
  );
}
