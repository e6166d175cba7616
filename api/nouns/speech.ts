// Machine speech: engines, voices, and the sentences in which a chapter is spoken.

import { Type } from 'typebox';
import { Address, Flag, Id, List, optional, Range, Seconds, Text, Whole, Word } from '../route.ts';

export const Voice = Type.Object({
  voiceId: Id(),
  name: Text(128),
  /** BCP 47. */
  language: Text(35),
  gender: Word(['female', 'male', 'neutral', 'unknown']),
  engine: Text(64),
  sampleUrl: Address(),
});

/** A voice that works without a connection, as an archive to install. */
export const OfflineVoice = Type.Object({
  ...Voice.properties,
  version: Text(32),
  size: Whole('Bytes of the archive'),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  url: Address('The archive'),
  license: Text(256),
  updateTime: Seconds(),
});

export const SpeechEngine = Type.Object({
  engine: Text(64),
  name: Text(128),
  available: Flag('It answers now'),
  languages: List(Text(35), 200),
  voices: List(Voice, 500),
});

/** Speed as a factor: 1 is normal. */
export const SpeechSpeed = () => Type.Number({ minimum: 0.25, maximum: 4 });

export const SpeechSettings = Type.Object({
  engine: Text(64),
  voiceId: Id(),
  speed: SpeechSpeed(),
  updateTime: Seconds('0: the default, nothing was chosen'),
});

export const SpokenSegment = Type.Object({
  idx: Whole(),
  range: Range(),
  text: Text(4096),
  kind: Word(['sentence', 'heading', 'note', 'caption']),
  language: optional(Text(35)),
  paragraph: Whole('Index of its paragraph in the chapter'),
});
