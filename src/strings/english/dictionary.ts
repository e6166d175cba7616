// English: the words of dictionaries.

import { plural } from './counting.ts';

export const dictionary = {
  title: 'Words',
  hint: 'Dictionaries in StarDict form: their .ifo, .idx and .dict files together, or a .zip or .tar.gz of them.',
  add: 'Add a dictionary',
  installing: 'Installing the dictionary',
  problems: {
    incomplete: 'Files of the dictionary are missing: choose its .ifo, .idx and .dict files together.',
    damaged: 'The dictionary’s files are damaged.',
    tooLarge: 'The dictionary is larger than can be kept here.',
    unsupported: 'This is no dictionary in StarDict form. Unpack other archives first.',
    full: 'The storage is full.',
  },
  facts: (words: number, megabytes: string) => `${plural(words, 'word', 'words')}, ${megabytes} MB`,
  raise: 'Ask earlier',
  remove: 'Remove',
  lookups: 'Words looked up',
  count: (count: number) => plural(count, 'word', 'words'),
  show: 'Show',
  forget: 'Forget',
  forgetAll: 'Forget all',
  notFound: 'No dictionary has this word.',
  unreadable: (name: string) => `“${name}” cannot be read. Remove it in the settings and add it again.`,
  noDictionary:
    'There is no dictionary on this device yet. Add one in the settings; words are then found without a network.',
  settings: 'Settings',
};
