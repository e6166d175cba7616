// Reads the reader's own command for a panel as a program and its arguments. Quotes and backslashes as in a shell, and
// nothing else of a shell: what a command is given can never become another command. Pure.

import { AppError } from '../../api/errors.ts';

/** Empty for an empty line. Throws `bad_argument` where a quote is not closed. */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  const letters = [...line];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    if (letter === '\\' && quote !== "'") {
      at += 1;
      if (at === letters.length) throw new AppError('bad_argument', 'The command ends in the middle of a character.');
      word = (word ?? '') + letters[at];
    } else if (quote) {
      if (letter === quote) quote = undefined;
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote) throw new AppError('bad_argument', `The command has a ${quote} that is not closed.`);
  if (word !== undefined) words.push(word);
  if (words.some((each) => each.includes('\0'))) throw new AppError('bad_argument', 'The command has a zero byte.');
  return words;
}

/** `{x}` and its kin in the arguments; the program itself is never changed. */
export function fillIn(words: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  return [
    program,
    ...rest.map((word) =>
      word.replaceAll(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? whole),
    ),
  ];
}
