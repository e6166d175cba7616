// Dictionaries that can be installed, and what they say about a word.

import { Type } from 'typebox';
import { Id, List, optional, Seconds, Text, Url, Whole, Word } from '../route.ts';

export const Dictionary = Type.Object({
  dictionaryId: Id(),
  name: Text(128),
  description: Text(1024),
  /** BCP 47. */
  fromLanguage: Text(35),
  toLanguage: Text(35),
  format: Word(['stardict']),
  version: Text(32),
  entries: Whole(),
  size: Whole('Bytes of the archive'),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  url: Url('The archive'),
  license: Text(256),
  updateTime: Seconds(),
});

export const DictionarySense = Type.Object({
  partOfSpeech: optional(Text(64)),
  definition: Text(4096),
  examples: List(Text(1024), 20),
});

export const DictionaryEntry = Type.Object({
  dictionaryId: Id(),
  dictionaryName: Text(128),
  headword: Text(256),
  /** What of the asked text was matched: lemma or longest prefix. */
  matched: Text(256),
  match: Word(['exact', 'lemma', 'longest']),
  pronunciations: List(Type.Object({ notation: Text(128), language: optional(Text(35)) }), 8),
  senses: List(DictionarySense, 50),
});
