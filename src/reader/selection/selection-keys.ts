// What keys mean while words are being selected, in the direction in which the page is written. Pure.

import type { SelectionUnit } from '../../book/book.ts';

export type SelectionCommand =
  | { kind: 'move'; by: SelectionUnit; direction: 1 | -1; extend: boolean }
  /** The word that was sought is held fast; from here on the selection grows. */
  | { kind: 'fix' }
  | { kind: 'menu' }
  | { kind: 'sentence' }
  /** The other end moves from here on. */
  | { kind: 'swap' };

export interface Writing {
  vertical: boolean;
  leftward: boolean;
}

const arrows = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
type Arrow = (typeof arrows)[number];

export function selectionCommand(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  writing: Writing,
  extending: boolean,
): SelectionCommand | undefined {
  const extend = extending || shiftKey;
  const move = (by: SelectionUnit, direction: 1 | -1): SelectionCommand => ({ kind: 'move', by, direction, extend });
  if (isArrow(key)) {
    const { word, line } = alongArrow(key, writing);
    return word ? move('word', word) : line ? move('line', line) : undefined;
  }
  switch (key) {
    case 'PageDown':
    case 'AudioVolumeDown':
      return move('sentence', 1);
    case 'PageUp':
    case 'AudioVolumeUp':
      return move('sentence', -1);
    case '.':
      return move('character', 1);
    case ',':
      return move('character', -1);
    case 'Enter':
    case ' ':
      return { kind: extending ? 'menu' : 'fix' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 's':
    case 'S':
      return { kind: 'sentence' };
    case 'Tab':
      return extending ? { kind: 'swap' } : undefined;
    default:
      return undefined;
  }
}

function isArrow(key: string): key is Arrow {
  return arrows.some((arrow) => arrow === key);
}

/** Which way an arrow leads: along the line by words, or across it by lines. */
function alongArrow(key: Arrow, { vertical, leftward }: Writing): { word?: 1 | -1; line?: 1 | -1 } {
  const along = key === 'ArrowDown' || key === 'ArrowUp' ? (key === 'ArrowDown' ? 1 : -1) : undefined;
  const across =
    key === 'ArrowRight' || key === 'ArrowLeft' ? ((key === 'ArrowRight') !== leftward ? 1 : -1) : undefined;
  if (vertical) return along ? { word: along } : across ? { line: across } : {};
  return across ? { word: across } : along ? { line: along } : {};
}
