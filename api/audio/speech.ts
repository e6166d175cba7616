// Routes about machine speech, online and on the device.

import { Type } from 'typebox';
import { ChapterUid } from '../nouns/chapter.ts';
import { OfflineVoice, SpeechEngine, SpeechSettings, SpeechSpeed, SpokenSegment } from '../nouns/speech.ts';
import { AudioSource, Transcript } from '../nouns/track.ts';
import { HttpHeader } from '../nouns/upload.ts';
import { Address, Duration, Flag, Id, List, optional, Range, route, Seconds, Text, Whole } from '../route.ts';

/** `GET /aetts` */
export const speechSettings = route({
  summary: 'Online speech: engines, voices by language, what the caller chose, the range of speeds.',
  params: Type.Object({}),
  reply: Type.Object({
    engines: List(SpeechEngine, 16),
    settings: SpeechSettings,
    speed: Type.Object({ min: SpeechSpeed(), max: SpeechSpeed(), step: Type.Number({ exclusiveMinimum: 0 }) }),
  }),
});

/** `GET /cos/ttscredential` */
export const speechCacheCredential = route({
  summary: 'A credential to fetch speech that is stored already and to store what the device made.',
  params: Type.Object({}),
  reply: Type.Object({
    baseUrl: Address('Objects are named beneath it'),
    headers: List(HttpHeader, 8),
    maxSize: Whole('Bytes of one object'),
    canStore: Flag(),
    expireTime: Seconds(),
  }),
  errors: ['quota_exceeded'],
});

/** `GET /tts/playurl` */
export const playUrl = route({
  summary: 'The address of the speech of a passage; made once, then kept.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    range: Range(),
    voiceId: optional(Id('The chosen voice when absent')),
    speed: optional(SpeechSpeed()),
  }),
  reply: Type.Object({
    source: AudioSource,
    transcript: Transcript,
    voiceId: Id(),
    cached: Flag('0: it was made for this call'),
  }),
  errors: ['not_found', 'not_paid', 'upstream_unavailable', 'limit_reached'],
});

/** `GET /tts/pronounce` */
export const pronounce = route({
  summary: 'How a word is spoken: notation and sound.',
  params: Type.Object({
    word: Type.String({ minLength: 1, maxLength: 128 }),
    language: optional(Type.String({ maxLength: 35, description: 'BCP 47; found from the word when absent' })),
    voiceId: optional(Id()),
  }),
  reply: Type.Object({
    word: Text(128),
    language: Text(35),
    notations: List(Type.Object({ system: Text(32), notation: Text(256) }), 8),
    source: optional(AudioSource),
  }),
  errors: ['not_found', 'upstream_unavailable'],
});

/** `GET /tts/token` */
export const speechToken = route({
  summary: 'A short-lived token with which the device asks the speech engine itself.',
  params: Type.Object({}),
  reply: Type.Object({
    token: Text(4096),
    engine: Text(64),
    url: Address(),
    expireTime: Seconds(),
    timeLeft: Duration(),
  }),
  errors: ['upstream_unavailable', 'limit_reached'],
});

/** `GET /exttts/seginfo` */
export const chapterSegments = route({
  summary: 'The sentences in which a chapter is spoken, with their ranges, so that speech and text stay aligned.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    bookVersion: optional(Whole('The copy that the device has; refused when the service has another')),
  }),
  reply: Type.Object({
    bookId: Id(),
    bookVersion: Whole(),
    chapterUid: ChapterUid(),
    language: Text(35),
    segments: List(SpokenSegment, 20_000),
  }),
  errors: ['not_found', 'not_paid', 'conflict'],
});

/** `GET /exttts/voice` */
export const offlineVoices = route({
  summary: 'Voices that work without a connection, to install.',
  params: Type.Object({ language: optional(Type.String({ maxLength: 35, description: 'BCP 47; all when absent' })) }),
  reply: Type.Object({ voices: List(OfflineVoice, 500), updateTime: Seconds() }),
});
