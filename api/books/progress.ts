// Where the caller is in a book and how long they have read: the heartbeat, its offline batch, and the marks
// "reading" and "finished". The server keeps the latest position and the furthest one.

import { Type } from 'typebox';
import { ChapterOffset, ChapterUid } from '../nouns/chapter.ts';
import { editFields } from '../nouns/edit.ts';
import { anchorFields, Position, ReadingProgress } from '../nouns/position.ts';
import {
  Code,
  Duration,
  Flag,
  Id,
  List,
  optional,
  Percent,
  route,
  Seconds,
  SyncKey,
  signatureFields,
  Text,
  Whole,
  Word,
} from '../route.ts';

/** An IANA name (`Asia/Tokyo`) or an offset (`+09:00`). */
const TimeZone = () =>
  Type.String({ pattern: '^([A-Za-z_]+(/[A-Za-z0-9_+-]+)*|[+-][0-9]{2}:[0-9]{2})$', maxLength: 64 });

const readFields = {
  bookId: Id(),
  bookVersion: optional(Whole()),
  chapterUid: ChapterUid(),
  chapterIdx: optional(Whole()),
  chapterOffset: ChapterOffset(),
  chapterProgress: optional(Percent()),
  progress: Percent(),
  currentProgress: optional(Percent()),
  summary: optional(Text(1024)),
  ...anchorFields,
  deviceId: Id(),
  appId: optional(Text(128)),
  installId: optional(Text(128)),
  reviewId: optional(Id('The article, for an official account')),
  finish: optional(Flag('The last page was reached')),
  readingTime: Duration('Read with the eyes since the last heartbeat on this device'),
  ttsTime: optional(Duration('Listened to by machine speech')),
  lectureTime: optional(Duration('Listened to an audiobook')),
  lectureTextTime: optional(Duration('Read along with an audiobook')),
  autoTime: optional(Duration('With automatic page turning, part of readingTime')),
  novalTime: optional(Duration('Left out by the client as idle; for diagnostics')),
  hours: optional(
    Type.Array(
      Type.Object(
        { time: Seconds('Start of the hour'), readingTime: Type.Integer({ minimum: 0, maximum: 3600 }) },
        { additionalProperties: false },
      ),
      { maxItems: 48, description: 'readingTime by hour' },
    ),
  ),
  recordCreateTimeZone: optional(TimeZone()),
  curType: optional(Code([0, 1, 2], '0 reading, 1 machine speech, 2 audiobook')),
  isLecture: optional(Flag()),
  isStoryFeed: optional(Flag('Opened from the story feed')),
  isResendReadingInfo: optional(Flag('Sent before without a reply')),
  risk: optional(Code([0, 1], '1: the device’s clock was changed meanwhile')),
  voiceType: optional(Text(64)),
  wordCount: optional(Whole('Words passed since the last heartbeat')),
};

/** One record of the offline batch: a `/book/read` body whose own random and time say which and when. */
export const ReadRecord = Type.Object(
  {
    ...readFields,
    random: signatureFields.random,
    timestamp: Seconds('When it was read'),
  },
  { additionalProperties: false },
);

const readReply = {
  synckey: SyncKey(),
  latest: Position,
  furthest: Position,
  readingTime: Duration('All reading of this book'),
};

export const read = route({
  summary: 'The heartbeat of reading: position and seconds since the last one; idempotent by deviceId and random.',
  params: Type.Object({ ...readFields, ...signatureFields }),
  reply: Type.Object({
    /** stale: another device was here later; only furthest and the times were taken. */
    result: Word(['applied', 'duplicate', 'stale']),
    ...readReply,
    timestamp: Seconds('The service’s clock'),
  }),
  errors: ['not_found', 'impossible_value'],
  signed: true,
  safe: true,
});

export const batchUploadProgress = route({
  summary: 'Up to 100 reading records made offline, each applied for itself and once.',
  params: Type.Object({
    books: Type.Array(ReadRecord, { minItems: 1, maxItems: 100 }),
    recordCreateTimeZone: optional(TimeZone()),
    ...signatureFields,
  }),
  reply: Type.Object({
    /** In the order of `books`. */
    results: List(
      Type.Object({
        bookId: Id(),
        deviceId: Id(),
        random: Text(128),
        result: Word(['applied', 'duplicate', 'stale', 'refused']),
        /** Why it was refused. */
        error: optional(Text(64)),
        errmsg: optional(Text(512)),
        synckey: optional(SyncKey()),
      }),
    ),
    timestamp: Seconds('The service’s clock'),
  }),
  signed: true,
  safe: true,
});

export const getProgress = route({
  summary: 'The caller’s position in a book: the latest with its device, and the furthest.',
  params: Type.Object({ bookId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    book: ReadingProgress,
    /** Absent before the first reading. */
    furthest: optional(Position),
    canFreeRead: Flag(),
    timestamp: Seconds('The service’s clock'),
  }),
  errors: ['not_found'],
});

export const ReadingStatus = () => Code([2, 4], '2 reading, 4 finished');

export const markstatus = route({
  summary: 'Marks a book as being read or finished, or takes the mark back.',
  params: Type.Object({
    bookId: Id(),
    status: ReadingStatus(),
    isCancel: optional(Flag()),
    auto: optional(Flag('Made at the last page, not by hand')),
    finishInfo: optional(
      Type.Object(
        {
          star: optional(Type.Integer({ minimum: 20, maximum: 100, multipleOf: 20 })),
          finishTime: optional(Seconds()),
        },
        { additionalProperties: false },
      ),
    ),
    ...editFields,
  }),
  reply: Type.Object({
    bookId: Id(),
    status: Code([0, 2, 4], '0 none, 2 reading, 4 finished'),
    finishTime: Seconds('0 when not finished'),
    finishedCount: Whole('Books the caller has finished'),
    synckey: SyncKey(),
  }),
  errors: ['not_found'],
  safe: true,
});
