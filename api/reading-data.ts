// Reading data of the caller: time, days, categories and authors of a week, a month, a year or all time.

import { Type } from 'typebox';
import { AlbumInfo } from './nouns/album.ts';
import { Book } from './nouns/book.ts';
import { Duration, Id, List, optional, route, Seconds, Text, Whole, Word } from './route.ts';

/** Unix time of the start of a day or month, as text, to seconds read. */
const TimeBuckets = () => Type.Record(Type.String({ pattern: '^[0-9]{1,12}$' }), Duration());

export const readdataDetail = route({
  summary: 'The caller’s reading in a period: time, days, longest read, hours of the day, categories, authors.',
  params: Type.Object({
    mode: optional(Word(['weekly', 'monthly', 'annually', 'overall'], 'Absent: weekly')),
    baseTime: optional(Seconds('Any moment in the period; absent: the current one')),
  }),
  reply: Type.Object({
    baseTime: Seconds('Start of the period'),
    totalReadTime: Duration(),
    readDays: Whole(),
    dayAverageReadTime: Duration(),
    compare: Type.Number({ description: 'Against the period before: 0.5 is half as much again, −1 nothing' }),
    readStat: List(Type.Object({ stat: Text(64), counts: Text(64) }), 20),
    readLongest: List(
      Type.Object({
        book: optional(Book),
        albumInfo: optional(AlbumInfo),
        readTime: Duration(),
        tags: List(Text(64), 10),
      }),
      20,
    ),
    readTimes: TimeBuckets(),
    dailyReadTimes: TimeBuckets(),
    preferCategory: List(
      Type.Object({
        categoryId: Text(64),
        categoryTitle: Text(128),
        val: Type.Number({ minimum: 0, description: 'Share in the whole' }),
        readingCount: Whole(),
        readingTime: Duration(),
      }),
      50,
    ),
    preferCategoryWord: Text(256),
    preferTime: Type.Array(Duration(), { minItems: 24, maxItems: 24, description: 'By hour, from 06:00' }),
    preferTimeWord: Text(256),
    preferAuthor: List(
      Type.Object({ authorId: Id(), name: Text(512), count: Whole('Books'), readTime: Duration() }),
      50,
    ),
    authorCount: Whole(),
    yearReport: List(
      Type.Object({
        year: Whole(),
        times: Type.Array(Duration(), { minItems: 12, maxItems: 12, description: 'By month' }),
      }),
      50,
    ),
    registTime: Seconds('When the account was made'),
    readRate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the days with reading' }),
    wrReadTime: Duration('With the eyes'),
    wrListenTime: Duration('Listened'),
    rank: Whole('Among friends, 1 is the most; 0 without friends'),
  }),
});
