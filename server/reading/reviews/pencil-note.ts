// Handwriting as it may be stored: SVG path data that really is a path. What is drawn is built from these numbers, never
// from markup that someone sent.

import { AppError } from '../../../api/errors.ts';
import type { PencilNote } from '../../../api/nouns/review.ts';

/** Numbers that follow each command. */
const numbersOf: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const mostNumbers = 200_000;
const farthest = 1_000_000;
const token = /([MLHVCSQTAZmlhvcsqtaz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)|[\s,]+/y;

/** The note itself; `bad_argument` naming the stroke that is no path. */
export function checkPencilNote(note: PencilNote): PencilNote {
  let total = 0;
  for (const [index, stroke] of note.strokes.entries()) {
    const count = countNumbers(stroke.d);
    if (count === undefined) {
      throw new AppError('bad_argument', undefined, { [`pencilNote.strokes.${index}.d`]: 'is no SVG path' });
    }
    total += count;
    if (total > mostNumbers) throw new AppError('bad_argument', undefined, { pencilNote: 'has too many points' });
  }
  return note;
}

/** Undefined for what is no path: it must begin with a move, and each command have whole sets of its numbers. */
function countNumbers(path: string): number | undefined {
  let command = '';
  let numbers = 0;
  let total = 0;
  token.lastIndex = 0;
  while (token.lastIndex < path.length) {
    const found = token.exec(path);
    if (!found) return undefined;
    const [, letter, number] = found;
    if (letter !== undefined) {
      if (command === '' ? letter.toUpperCase() !== 'M' : !isWhole(command, numbers)) return undefined;
      command = letter.toUpperCase();
      numbers = 0;
    } else if (number !== undefined) {
      if (command === '' || Math.abs(Number(number)) > farthest) return undefined;
      numbers++;
      total++;
    }
  }
  return command !== '' && isWhole(command, numbers) ? total : undefined;
}

function isWhole(command: string, numbers: number): boolean {
  const each = numbersOf[command] ?? 0;
  return each === 0 ? numbers === 0 : numbers > 0 && numbers % each === 0;
}
