// A track of an album, how far someone has listened, and the text that runs along with it.

import { Type } from 'typebox';
import { Address, Code, Duration, Flag, Id, List, optional, Range, Seconds, Text, Whole, Word } from '../route.ts';
import { AlbumInfo } from './album.ts';
import { ChapterUid } from './chapter.ts';
import { Coins } from './ledger.ts';

export const AudioQuality = () => Word(['low', 'standard', 'high'], 'standard when absent');
export const AudioCodec = () => Word(['aac', 'mp3', 'opus', 'vorbis', 'flac', 'wav']);
/** Seconds into a track; fractions are kept. */
export const TrackPosition = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 1_000_000, description: description ?? 'Seconds into the track' });

export const Track = Type.Object({
  trackId: Id(),
  albumId: Id(),
  idx: Whole('Place in the album'),
  title: Text(512),
  authorName: Text(512),
  duration: Type.Number({ minimum: 0, description: 'Seconds' }),
  size: Whole('Bytes at standard quality'),
  price: Coins(),
  free: Flag(),
  paid: Flag('The caller may play it'),
  unlockedUntil: Seconds('By watching; 0 when it is not'),
  payType: Code([0, 1, 2], '0 free, 1 sold with its album, 2 sold alone'),
  hasText: Flag('There is a text aligned with it'),
  bookId: optional(Id('The book that it reads')),
  chapterUid: optional(ChapterUid()),
  createTime: Seconds(),
  updateTime: Seconds(),
});

export const ListenProgress = Type.Object({
  albumId: Id(),
  trackId: Id(),
  trackProgress: TrackPosition(),
  listeningTime: Duration('All listening to this track'),
  finished: Flag(),
  updateTime: Seconds('0 when it was never played'),
  deviceId: optional(Id()),
});

/** An album on its own page. */
export const Album = Type.Object({
  ...AlbumInfo.properties,
  intro: Text(65_536),
  bookId: optional(Id('The book that it reads')),
  language: Text(35),
  category: Text(128),
  price: Coins(),
  paid: Flag(),
  generated: Flag('Read by machine speech'),
  duration: Duration('Of all tracks'),
  listenCount: Whole('Readers who listened'),
  onShelf: Flag(),
  createTime: Seconds(),
});

export const AlbumListen = Type.Object({
  albumInfo: AlbumInfo,
  track: Track,
  progress: ListenProgress,
});

/** Where a track can be played from, and how. */
export const AudioSource = Type.Object({
  url: Address('Signed; works without a session until expireTime'),
  quality: AudioQuality(),
  codec: AudioCodec(),
  mediaType: Text(128),
  duration: Type.Number({ minimum: 0, description: 'Seconds' }),
  size: Whole('Bytes'),
  bitrate: Whole('Bits per second'),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  expireTime: Seconds(),
});

/** One sentence of a text that runs along with a sound. */
export const AlignedSentence = Type.Object({
  idx: Whole(),
  text: Text(4096),
  start: TrackPosition('Seconds from the beginning'),
  end: TrackPosition('Seconds from the beginning'),
  chapterUid: optional(ChapterUid()),
  range: optional(Range()),
});

export const Transcript = Type.Object({
  language: Text(35),
  aligned: Flag('0: the times are estimated from the text’s length'),
  sentences: List(AlignedSentence, 20_000),
});
