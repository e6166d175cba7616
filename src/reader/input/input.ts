// What can be done on a page, and what taps and swipes mean there. Pure. In a book that runs from right to left the
// next page lies on the left.

import type { TapLayout } from '../../db/settings/control-settings.ts';

export type PageAction =
  | 'next'
  | 'previous'
  | 'nextChapter'
  | 'previousChapter'
  | 'back'
  | 'forward'
  | 'start'
  | 'end'
  | 'goTo'
  | 'contents'
  | 'search'
  | 'nextMatch'
  | 'previousMatch'
  | 'select'
  | 'bookmark'
  | 'pictures'
  | 'links'
  | 'aloud'
  | 'endAloud'
  | 'nextPhrase'
  | 'previousPhrase'
  | 'voiceSpeed'
  | 'skipNotes'
  | 'leaveList'
  | 'menu'
  | 'type'
  | 'larger'
  | 'smaller'
  | 'night'
  | 'clean'
  | 'keys';

export type BookDirection = 'ltr' | 'rtl';

/** Three zones side by side: back, menu, on; or on at both sides. */
export function tapAction(x: number, width: number, direction: BookDirection, layout: TapLayout = 'sides'): PageAction {
  const zone = Math.min(2, Math.max(0, Math.floor((x / width) * 3)));
  if (zone === 1) return 'menu';
  if (layout === 'onward') return 'next';
  const onward = (zone === 2) === (direction === 'ltr');
  return onward === (layout === 'sides') ? 'next' : 'previous';
}

export function swipeAction(swipe: 'left' | 'right' | 'up' | 'down', direction: BookDirection): PageAction {
  if (swipe === 'up') return 'next';
  if (swipe === 'down') return 'previous';
  return (swipe === 'left') === (direction === 'ltr') ? 'next' : 'previous';
}
