// What taps, swipes and keys mean on a page of a book. Pure. In a book that runs from right to left the next page
// lies on the left.

export type PageAction = 'next' | 'previous' | 'menu' | 'start' | 'end' | 'bookmark' | 'select';
export type BookDirection = 'ltr' | 'rtl';

/** Three zones side by side: back, menu, on. */
export function tapAction(x: number, width: number, direction: BookDirection): PageAction {
  const zone = Math.min(2, Math.max(0, Math.floor((x / width) * 3)));
  if (zone === 1) return 'menu';
  return (zone === 2) === (direction === 'ltr') ? 'next' : 'previous';
}

export function swipeAction(swipe: 'left' | 'right' | 'up' | 'down', direction: BookDirection): PageAction {
  if (swipe === 'up') return 'next';
  if (swipe === 'down') return 'previous';
  return (swipe === 'left') === (direction === 'ltr') ? 'next' : 'previous';
}

const keyActions: Readonly<Record<string, PageAction>> = {
  PageDown: 'next',
  PageUp: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  AudioVolumeDown: 'next',
  AudioVolumeUp: 'previous',
  Enter: 'menu',
  ContextMenu: 'menu',
  Home: 'start',
  End: 'end',
  b: 'bookmark',
  B: 'bookmark',
  s: 'select',
  S: 'select',
};

export function keyAction(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  direction: BookDirection,
): PageAction | undefined {
  if (key === ' ') return shiftKey ? 'previous' : 'next';
  if (key === 'ArrowRight') return direction === 'ltr' ? 'next' : 'previous';
  if (key === 'ArrowLeft') return direction === 'ltr' ? 'previous' : 'next';
  return Object.hasOwn(keyActions, key) ? keyActions[key] : undefined;
}
