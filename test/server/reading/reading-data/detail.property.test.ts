// Reading data against a reference that lays every credited second on a clock of the reader's zone, minute by minute: random
// heartbeats of two devices that overlap, some sent twice, around changes of clocks and over years.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, migrationSets, openHouse } from '../house.ts';

const modes = ['weekly', 'monthly', 'annually', 'overall'] as const;
const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'] as const;

/** What a device did: read for `seconds` after a pause. */
interface Spell {
  device: 0 | 1;
  pause: number;
  seconds: number;
  book: 0 | 1 | 2;
  listened: boolean;
}

const spell: fc.Arbitrary<Spell> = fc.record({
  device: fc.constantFrom(0, 1),
  pause: fc.oneof({ weight: 3, arbitrary: fc.nat(3_000) }, fc.nat(400_000), fc.nat(9_000_000)),
  seconds: fc.integer({ min: 1, max: 7_000 }),
  book: fc.constantFrom(0, 1, 2),
  listened: fc.boolean(),
});

interface Case {
  zone: (typeof zones)[number];
  start: number;
  spells: Spell[];
  /** Which records are sent again, and when. */
  order: number[];
  asked: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  zone: fc.constantFrom(...zones),
  // From the middle of 2024 on: leap day, both changes of clocks and a new year can follow.
  start: fc.integer({ min: 1_706_000_000, max: 1_740_000_000 }),
  spells: fc.array(spell, { minLength: 1, maxLength: 14 }),
  order: fc.array(fc.nat(), { minLength: 28, maxLength: 28 }),
  asked: fc.nat(),
});

const wall = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (time: number) => format.format(time * 1000);
};

/** Day and hour of a moment, by a formatter that the code under test does not use. */
function placeOf(clock: (time: number) => string, time: number): { day: string; hour: number } {
  const [day = '', hours = ''] = clock(time).split(' ');
  return { day, hour: Number(hours.slice(0, 2)) };
}

forEachDatabase((_name, open) => {
  test('is what a clock on the wall would have counted', { timeout: 300_000 }, async () => {
    const house = await openHouse(await open(...migrationSets));
    let count = 0;
    const run = async ({ zone, start, spells, order, asked }: Case) => {
      const name = `reader-${count++}`;
      // Each device goes through its spells one after the other; the two overlap as they like.
      const ends = [start, start];
      const records = spells.map((one) => {
        const end = (ends[one.device] as number) + one.pause + one.seconds;
        ends[one.device] = end;
        return { ...one, end, random: randomUUID() };
      });
      house.clock.now = Math.max(...ends) + 60;
      const devices = [await house.signIn(name, `${name}-a`), await house.signIn(name, `${name}-b`)] as const;
      const bookIds = await Promise.all([1, 2, 3].map(() => addBook(house.reading, devices[0].vid)));
      const send = async (record: (typeof records)[number]) => {
        const device = devices[record.device] as Client;
        const { body } = await device.ask('POST /book/batchUploadProgress', {
          books: [
            {
              bookId: bookIds[record.book],
              deviceId: device.deviceId,
              chapterUid: 1,
              chapterOffset: 1,
              progress: 1,
              readingTime: record.listened ? 0 : record.seconds,
              ttsTime: record.listened ? record.seconds : 0,
              random: record.random,
              timestamp: record.end,
              recordCreateTimeZone: zone,
            },
          ],
        });
        return body.results[0]?.result;
      };
      // A repeated record changes nothing.
      const inOrder = records.toSorted((a, b) => a.end - b.end);
      for (const [index, record] of inOrder.entries()) {
        expect(await send(record)).not.toBe('refused');
        if ((order[index] ?? 0) % 3 === 0)
          expect(await send(inOrder[(order[index] ?? 0) % (index + 1)] as never)).toBe('duplicate');
      }
      const stored = await house.reading.database.kysely
        .selectFrom('reading_records')
        .select(['random', 'credited', 'recorded_at', 'seconds', 'window_start'])
        .where('vid', '=', devices[0].vid)
        .execute();
      const credited = new Map(stored.map((row) => [row.random, row]));
      const clock = wall(zone);
      // One person: never more than passed.
      const from = Math.min(...stored.map((row) => Number(row.window_start)));
      const total = stored.reduce((sum, row) => sum + row.credited, 0);
      expect(total).toBeLessThanOrEqual(Math.max(...ends) - from);
      const days = new Map<string, number>();
      const byBook = new Map<string, number>();
      for (const record of records) {
        const row = credited.get(record.random);
        expect(row?.seconds).toBe(record.seconds);
        byBook.set(
          bookIds[record.book] as string,
          (byBook.get(bookIds[record.book] as string) ?? 0) + (row?.credited ?? 0),
        );
        if (row?.credited !== record.seconds) continue;
        // A record that counts whole lies on its own seconds.
        for (let at = record.end - record.seconds, next = at; at < record.end; at = next) {
          // Every clock of the zones above is whole minutes away from UTC, so a minute lies on one day.
          next = Math.min(at - (at % 60) + 60, record.end);
          const { day } = placeOf(clock, at);
          days.set(day, (days.get(day) ?? 0) + next - at);
        }
      }
      const whole = records.every((record) => credited.get(record.random)?.credited === record.seconds);
      const mode = modes[asked % modes.length] as (typeof modes)[number];
      const baseTime = start + (asked % Math.max(1, house.clock.now - start));
      const reply = await devices[0].call('GET /readdata/detail', { mode, baseTime });
      const today = placeOf(clock, house.clock.now).day;
      const base = mode === 'overall' ? today : placeOf(clock, baseTime).day;
      const inPeriod = (day: string) => {
        if (mode === 'overall') return day <= today;
        if (mode === 'annually') return day.slice(0, 4) === base.slice(0, 4);
        if (mode === 'monthly') return day.slice(0, 7) === base.slice(0, 7);
        const monday = new Date(`${base}T12:00:00Z`);
        monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
        const first = monday.toISOString().slice(0, 10);
        monday.setUTCDate(monday.getUTCDate() + 6);
        return day >= first && day <= monday.toISOString().slice(0, 10);
      };
      if (mode === 'overall') {
        expect(reply.totalReadTime).toBe(total);
        expect(reply.readLongest.map(({ book, readTime }) => [book?.bookId, readTime]).sort()).toEqual(
          [...byBook].filter(([, seconds]) => seconds > 0).sort(),
        );
      }
      if (whole) {
        const expected = [...days].filter(([day]) => inPeriod(day));
        expect(reply.totalReadTime).toBe(expected.reduce((sum, [, seconds]) => sum + seconds, 0));
        expect(reply.readDays).toBe(expected.length);
        const told = Object.entries(reply.dailyReadTimes).filter(([, seconds]) => seconds > 0);
        expect(told.map(([at, seconds]) => [placeOf(clock, Number(at)).day, seconds]).sort()).toEqual(
          expected
            .filter(([day]) => mode !== 'overall' || Date.parse(today) - Date.parse(day) < 366 * 86_400_000)
            .sort(),
        );
      }
      const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);
      expect(sum(reply.preferTime)).toBe(reply.totalReadTime);
      expect(sum(Object.values(reply.readTimes))).toBe(reply.totalReadTime);
      expect(sum(reply.yearReport.flatMap(({ times }) => times))).toBe(total);
      expect(reply.wrReadTime + reply.wrListenTime).toBe(reply.totalReadTime);
    };
    await fc.assert(fc.asyncProperty(cases, run), { numRuns: 40, interruptAfterTimeLimit: 25_000, endOnFailure: true });
    await house.close();
  });
});
