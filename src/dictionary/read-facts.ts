// Reads the .ifo file of a StarDict dictionary: its name and how its other files are written.

import { DictionaryError } from './dictionary-error.ts';

export interface DictionaryFacts {
  name: string;
  bits: 32 | 64;
  /** Types of every entry's parts; empty where each entry says its own. */
  types: string;
}

const nameLimit = 200;

/** Throws `DictionaryError`. */
export function readFacts(text: string): DictionaryFacts {
  const [magic = '', ...lines] = text.replace(/^\ufeff/u, '').split(/\r?\n/u);
  if (!/^StarDict's (dict|treedict) ifo file$/u.test(magic.trim())) {
    throw new DictionaryError('unsupported', 'The .ifo file is not one of a StarDict dictionary.');
  }
  const values = new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );
  const types = values.get('sametypesequence') ?? '';
  if (!/^[a-zA-Z]{0,16}$/u.test(types)) throw new DictionaryError('damaged', 'The .ifo file names unknown types.');
  return {
    name: (values.get('bookname') || 'StarDict').slice(0, nameLimit),
    bits: values.get('idxoffsetbits') === '64' ? 64 : 32,
    types,
  };
}
