// What each key does on a page of a book, in one table, for the page itself and for the page of help. Letters mean
// the same in both cases unless both are named.

import type { BookDirection, PageAction } from './input.ts';

export interface KeyBinding {
  keys: readonly string[];
  action: PageAction;
}

export interface BindingGroup {
  /** `aloud`: in books with a voice only. */
  name: 'turning' | 'moving' | 'finding' | 'aloud' | 'showing';
  bindings: readonly KeyBinding[];
}

export const bindingGroups: readonly BindingGroup[] = [
  {
    name: 'turning',
    bindings: [
      { action: 'next', keys: ['PageDown', 'ArrowDown', ' ', 'AudioVolumeDown'] },
      { action: 'previous', keys: ['PageUp', 'ArrowUp', 'Shift+ ', 'AudioVolumeUp'] },
      { action: 'nextChapter', keys: [']', '}'] },
      { action: 'previousChapter', keys: ['[', '{'] },
    ],
  },
  {
    name: 'moving',
    bindings: [
      { action: 'back', keys: ['Backspace', ','] },
      { action: 'forward', keys: ['.'] },
      { action: 'start', keys: ['Home'] },
      { action: 'end', keys: ['End'] },
      { action: 'goTo', keys: ['g'] },
      { action: 'contents', keys: ['c', 't'] },
    ],
  },
  {
    name: 'finding',
    bindings: [
      { action: 'search', keys: ['/', 'f', 'Find'] },
      { action: 'nextMatch', keys: ['n', 'F3'] },
      { action: 'previousMatch', keys: ['N', 'Shift+F3'] },
      { action: 'select', keys: ['s'] },
      { action: 'bookmark', keys: ['b'] },
      { action: 'pictures', keys: ['p'] },
      { action: 'links', keys: ['l'] },
    ],
  },
  {
    name: 'aloud',
    bindings: [
      { action: 'aloud', keys: ['v', 'MediaPlayPause'] },
      { action: 'nextPhrase', keys: ['>', 'MediaTrackNext'] },
      { action: 'previousPhrase', keys: ['<', 'MediaTrackPrevious'] },
      { action: 'voiceSpeed', keys: ['*'] },
      { action: 'skipNotes', keys: ['o'] },
      { action: 'leaveList', keys: ['e'] },
      { action: 'endAloud', keys: ['V', 'MediaStop'] },
    ],
  },
  {
    name: 'showing',
    bindings: [
      { action: 'menu', keys: ['Enter', 'ContextMenu', 'm'] },
      { action: 'type', keys: ['a'] },
      { action: 'larger', keys: ['+', '='] },
      { action: 'smaller', keys: ['-', '_'] },
      { action: 'night', keys: ['i'] },
      { action: 'clean', keys: ['r'] },
      { action: 'keys', keys: ['?', 'F1', 'h'] },
    ],
  },
];

const actions = new Map<string, PageAction>(
  bindingGroups.flatMap(({ bindings }) => bindings.flatMap(({ keys, action }) => keys.map((key) => [key, action]))),
);

/** In a book that runs from right to left the next page lies on the left. */
export function keyAction(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  direction: BookDirection,
): PageAction | undefined {
  if (key === 'ArrowRight') return direction === 'ltr' ? 'next' : 'previous';
  if (key === 'ArrowLeft') return direction === 'ltr' ? 'previous' : 'next';
  if (shiftKey && actions.has(`Shift+${key}`)) return actions.get(`Shift+${key}`);
  return actions.get(key) ?? actions.get(key.toLowerCase());
}
