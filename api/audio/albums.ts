// Routes about albums: what is in them, what changed, and listening to them.

import { Type } from 'typebox';
import { AlbumInfo } from '../nouns/album.ts';
import { Album, AlbumListen, ListenProgress, Track, TrackPosition } from '../nouns/track.ts';
import {
  ClearAll,
  Count,
  Duration,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  route,
  Seconds,
  SyncKey,
  Whole,
} from '../route.ts';

/** A listen's own id, made by the client, so that a report sent twice counts once. */
const ListenId = () => Id('Of this listen, made by the client');

/** `GET /album/info` */
export const albumInfo = route({
  summary: 'One album.',
  params: Type.Object({ albumId: Id() }),
  reply: Type.Object({ album: Album, progress: optional(ListenProgress) }),
  errors: ['not_found'],
});

/** `GET /album/list` */
export const trackList = route({
  summary: 'The tracks of an album, as far as they changed.',
  params: Type.Object({ albumId: Id(), synckey: optional(SyncKey()) }),
  reply: Type.Object({
    album: AlbumInfo,
    synckey: SyncKey(),
    clearAll: ClearAll(),
    updated: List(Track, 1000),
    removed: List(Id('Of a track'), 1000),
    hasMore: HasMore(),
  }),
  errors: ['not_found'],
  incremental: true,
});

/** `POST /album/listen` */
export const listen = route({
  summary: 'Begins to listen to a track: it becomes the one to resume.',
  params: Type.Object({ albumId: Id(), trackId: Id(), listenId: optional(ListenId()) }),
  reply: Type.Object({ listenId: ListenId(), track: Track, progress: ListenProgress }),
  errors: ['not_found', 'not_paid'],
  safe: true,
});

/** `POST /album/listenreport` */
export const listenReport = route({
  summary: 'Reports how long this listen has lasted so far and where it stands; a smaller total changes nothing.',
  params: Type.Object({
    albumId: Id(),
    duration: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds heard in this listen, in total' }),
    trackId: Id(),
    listenId: optional(ListenId()),
    trackProgress: optional(TrackPosition()),
    finish: optional(Flag('The track was heard to its end')),
  }),
  reply: Type.Object({
    added: Duration('Seconds that this report added'),
    progress: ListenProgress,
    listeningTime: Duration('All listening to the album'),
  }),
  errors: ['not_found', 'impossible_value'],
  safe: true,
});

/** `GET /album/recentlisten` */
export const recentListen = route({
  summary: 'What the caller listened to, latest first, one entry per album.',
  params: Type.Object({ count: optional(Count()), maxIdx: optional(MaxIdx()) }),
  reply: Type.Object({ albums: List(AlbumListen), totalCount: Whole(), hasMore: HasMore(), maxIdx: MaxIdx() }),
  paged: true,
});

/** `GET /album/updatetime` */
export const albumUpdateTimes = route({
  summary: 'When these albums last changed.',
  params: Type.Object({ albumIds: Ids() }),
  reply: Type.Object({
    albums: List(Type.Object({ albumId: Id(), updateTime: Seconds(), trackCount: Whole(), finish: Flag() }), 200),
    unknown: List(Id(), 200),
  }),
});
