// Routes about playing a track: where to get it, where to resume, and the text that runs along.

import { Type } from 'typebox';
import { AlbumInfo } from '../nouns/album.ts';
import { AlbumListen, AudioSource, ListenProgress, Track, TrackPosition, Transcript } from '../nouns/track.ts';
import { Address, Duration, Flag, Id, List, optional, route, Seconds, Text, Whole, Word } from '../route.ts';

/** `GET /get/lastlisten` */
export const lastListen = route({
  summary: 'What to resume: the album and track that the caller listened to last, on any device.',
  params: Type.Object({}),
  reply: Type.Object({ last: optional(AlbumListen) }),
});

/** `GET /getplayinfo` */
export const playInfo = route({
  summary: 'All that is needed to play a track at a position.',
  params: Type.Object({
    trackId: Id(),
    trackProgress: optional(TrackPosition('Where to begin; the stored position when absent')),
  }),
  reply: Type.Object({
    track: Track,
    albumInfo: AlbumInfo,
    trackProgress: TrackPosition('Where to begin'),
    entitlement: Word(['free', 'bought', 'member_card', 'unlocked', 'locked']),
    /** Empty when it is locked. */
    sources: List(AudioSource, 4),
    nextTrackId: optional(Id()),
    previousTrackId: optional(Id()),
    hasText: Flag(),
  }),
  errors: ['not_found'],
});

/** `GET /track/extra` */
export const trackExtra = route({
  summary: 'Chapters inside a track and what it links to.',
  params: Type.Object({ trackId: Id() }),
  reply: Type.Object({
    trackId: Id(),
    chapters: List(Type.Object({ title: Text(512), start: TrackPosition(), end: TrackPosition() }), 1000),
    links: List(Type.Object({ title: Text(512), url: Address(), bookId: optional(Id()) }), 200),
  }),
  errors: ['not_found'],
});

/** `GET /track/info` */
export const trackInfo = route({
  summary: 'One track.',
  params: Type.Object({ trackId: Id() }),
  reply: Type.Object({ track: Track, albumInfo: AlbumInfo, progress: optional(ListenProgress) }),
  errors: ['not_found'],
});

/** `GET /track/lastprogress` */
export const lastProgress = route({
  summary: 'Where the caller stopped in a track, on any device.',
  params: Type.Object({ trackId: Id() }),
  reply: Type.Object({ progress: ListenProgress }),
  errors: ['not_found'],
});

/** `GET /track/text` */
export const trackText = route({
  summary: 'The text of a track, sentence by sentence with its times.',
  params: Type.Object({ trackId: Id() }),
  reply: Type.Object({ trackId: Id(), transcript: Transcript, updateTime: Seconds() }),
  errors: ['not_found', 'not_paid'],
});

/** `POST /hear/watchad` */
export const watchAd = route({
  summary: 'Unlocks one locked track for a day; a track that is unlocked stays as it is.',
  params: Type.Object({ albumId: Id(), trackId: Id() }),
  reply: Type.Object({
    track: Track,
    remaining: Whole('Tracks that may still be unlocked today'),
    duration: Duration(),
  }),
  errors: ['not_found', 'limit_reached', 'already_owned'],
  safe: true,
});
