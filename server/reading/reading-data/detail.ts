// Reading data of the caller for a week, a month, a year or all time: sums of what was laid on days, in the reader's own
// time zone. A fixed number of queries, whatever the period.

import type { additional } from '../../../api/additional.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { Exchange } from '../../base/http/routes.ts';
import { bookOnWire, readBooks } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { addDays, dayOf, daysBetween, earlierDay, laterDay, startOfDay } from './local-days.ts';
import { daysOf, type Mode, monthsOf, type Period, periodAround, periodBefore } from './periods.ts';
import { authorsOf, categoriesOf } from './preferences.ts';
import { rankAmongFriends } from './rank.ts';
import {
  type BookTime,
  type DayTime,
  firstDay,
  timeByBook,
  timeByDay,
  timeByHour,
  timeByMonth,
  totalTime,
} from './read-time.ts';
import { durationWord, preferCategoryWord, preferTimeWord, type WordLanguage, wordLanguage } from './reading-words.ts';

type Route = (typeof additional)['routes']['GET /readdata/detail'];
type Detail = Reply<Route>;

const longestListed = 10;
const yearsListed = 50;
/** Days shown one by one when the period has no end of its own. */
const recentDays = 366;
/** Hours of the day are told from the morning on. */
const firstHour = 6;
/** No zone is further ahead of UTC. */
const furthestZone = 14 * 3600;
/** Before that, periods would begin before the first second that there is a number for. */
const firstTold = 370 * 86_400;

export function readingDataRoutes(reading: Reading) {
  return {
    'GET /readdata/detail': async ({ vid }: Caller, params: Params<Route>, { request }: Exchange): Promise<Detail> => {
      const mode = params.mode ?? 'weekly';
      const asked = await askedPeriod(reading, vid, mode, params.baseTime);
      return detail(reading, vid, asked, wordLanguage(request.headers['accept-language']));
    },
  };
}

interface Asked {
  mode: Mode;
  period: Period;
  /** The reader's day now. */
  today: string;
  zone: string;
  registTime: number;
}

async function askedPeriod(reading: Reading, vid: string, mode: Mode, baseTime: number | undefined): Promise<Asked> {
  const db = reading.database.kysely;
  const user = await db
    .selectFrom('users')
    .select(['time_zone', 'created_at'])
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  const zone = user.time_zone || 'UTC';
  const now = reading.now();
  if ((baseTime ?? 0) > now + furthestZone) {
    throw new AppError('bad_argument', 'That period has not begun yet.', { baseTime: 'must not lie in the future' });
  }
  const today = dayOf(now, zone);
  const registered = dayOf(user.created_at, zone);
  const first = (await firstDay(db, vid)) ?? registered;
  const day = mode === 'overall' ? today : dayOf(Math.max(baseTime ?? now, firstTold), zone);
  const period = periodAround(mode, day, earlierDay(first, registered));
  return { mode, period, today, zone, registTime: user.created_at };
}

async function detail(reading: Reading, vid: string, asked: Asked, language: WordLanguage): Promise<Detail> {
  const db = reading.database.kysely;
  const { mode, period, zone } = asked;
  const days = await timeByDay(db, vid, period);
  const times = await timeByBook(db, vid, period);
  const hours = await timeByHour(db, vid, period);
  const months = await timeByMonth(db, vid);
  const books = await readBooks(
    db,
    vid,
    times.slice(0, mostNamed).map(({ bookId }) => bookId),
  );
  const categories = categoriesOf(times, books);
  const { authors, all } = authorsOf(times, books);
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const readDays = days.filter((day) => day.total > 0).length;
  const passed = daysPassed(asked);
  const finished = await finishedIn(db, vid, period, zone);
  return {
    baseTime: startOfDay(period.from, zone),
    totalReadTime: total,
    readDays,
    dayAverageReadTime: Math.round(total / passed),
    compare: await compareBefore(db, vid, asked, total),
    readStat: statistics({
      books: times.length,
      finished,
      total,
      language,
    }),
    readLongest: longest(times, books),
    readTimes: mode === 'weekly' || mode === 'monthly' ? byDay(days, period, zone) : byMonth(months, period, zone),
    dailyReadTimes: byDay(days, recent(asked), zone),
    preferCategory: categories,
    preferCategoryWord: preferCategoryWord(
      categories.map((category) => category.categoryTitle),
      language,
    ),
    preferTime: [...hours.slice(firstHour), ...hours.slice(0, firstHour)],
    preferTimeWord: preferTimeWord(hours, language),
    preferAuthor: authors,
    authorCount: all,
    yearReport: yearReport(months),
    registTime: asked.registTime,
    readRate: Math.min(1, readDays / passed),
    wrReadTime: days.reduce((sum, day) => sum + day.read, 0),
    wrListenTime: days.reduce((sum, day) => sum + day.listened, 0),
    rank: await rankAmongFriends(db, vid, mode === 'overall' ? undefined : period, total),
  };
}

/** Of the books that the time went to, so many are asked for by name. */
const mostNamed = 1000;

/** Days of the period until today, at least one. */
function daysPassed({ period, today }: Asked): number {
  const end = period.to <= today ? period.to : addDays(today, 1);
  return Math.max(1, daysBetween(period.from, end));
}

function recent({ mode, period, today }: Asked): Period {
  if (mode !== 'overall') return period;
  const from = addDays(today, 1 - recentDays);
  return { from: laterDay(from, period.from), to: period.to };
}

async function compareBefore(db: Db, vid: string, { mode, period }: Asked, total: number): Promise<number> {
  const before = periodBefore(mode, period);
  const earlier = before ? await totalTime(db, vid, before) : 0;
  // Nothing to compare with is no difference.
  return earlier === 0 ? 0 : (total - earlier) / earlier;
}

function longest(times: BookTime[], books: Awaited<ReturnType<typeof readBooks>>): Detail['readLongest'] {
  const named = times.flatMap(({ bookId, total }) => {
    const book = books.get(bookId);
    return book
      ? [{ book: bookOnWire(book), readTime: total, tags: book.category ? [book.category.slice(0, 64)] : [] }]
      : [];
  });
  return named.slice(0, longestListed);
}

/** Every day of the period, also those without reading. */
function byDay(days: DayTime[], period: Period, zone: string): Record<string, number> {
  const read = new Map(days.map((day) => [day.day, day.total]));
  return Object.fromEntries(daysOf(period).map((day) => [String(startOfDay(day, zone)), read.get(day) ?? 0]));
}

function byMonth(months: { month: string; total: number }[], period: Period, zone: string): Record<string, number> {
  const read = new Map(months.map(({ month, total }) => [month, total]));
  return Object.fromEntries(
    monthsOf(period).map((first) => [String(startOfDay(first, zone)), read.get(first.slice(0, 7)) ?? 0]),
  );
}

function yearReport(months: { month: string; total: number }[]): Detail['yearReport'] {
  const years = Map.groupBy(months, ({ month }) => Number(month.slice(0, 4)));
  return [...years].slice(-yearsListed).map(([year, list]) => {
    const times = Array.from({ length: 12 }, () => 0);
    for (const { month, total } of list) times[Number(month.slice(5, 7)) - 1] = total;
    return { year, times };
  });
}

async function finishedIn(db: Db, vid: string, period: Period, zone: string): Promise<number> {
  const { count } = await db
    .selectFrom('book_states')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .where('status', '=', 'finished')
    .where('finished_at', '>=', startOfDay(period.from, zone))
    .where('finished_at', '<', startOfDay(period.to, zone))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function statistics(of: { books: number; finished: number; total: number; language: WordLanguage }) {
  const [read, finished, time] = of.language === 'zh' ? ['读过', '读完', '时长'] : ['Read', 'Finished', 'Time'];
  return [
    { stat: read as string, counts: String(of.books) },
    { stat: finished as string, counts: String(of.finished) },
    { stat: time as string, counts: durationWord(of.total, of.language) },
  ];
}
