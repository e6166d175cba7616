// What stands beside the words, from turn to turn: read again only where something has changed.

import { expect, it } from 'vitest';
import type { BookView } from '../../../../src/book/book.ts';
import type { MarkRow } from '../../../../src/db/marks/marks.ts';
import { openBookMarks } from '../../../../src/reader/marks/book-marks.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';

function mark(start: number): MarkRow {
  return {
    ...{ bookmarkId: `b_1_${start}`, bookId: 'b', bookVersion: 1, chapterUid: 1, start, end: start + 5 },
    ...{ type: 1, style: 0, colorStyle: 0, markText: 'words', createTime: 1 },
    editTimes: { style: 1, colorStyle: 1 },
  };
}

it('costs a turn without news nothing, and draws what another window marked', async () => {
  const database = await temporaryDatabase();
  await database.marks.bulkPut([mark(10), mark(20)]);
  let rows = 0;
  database.marks.hook('reading', (row) => {
    rows += 1;
    return row;
  });
  const problems: unknown[] = [];
  const marks = await openBookMarks(database, 'b', (problem) => problems.push(problem));
  let drawn = 0;
  const view = {
    setMarks(all: readonly unknown[]) {
      drawn = all.length;
      return [];
    },
  };
  marks.attach(view as unknown as BookView);
  const turn = async () => {
    const before = rows;
    marks.draw();
    await marks.catchUp();
    return rows - before;
  };
  await expect.poll(turn).toBe(0);
  expect(await turn()).toBe(0);
  expect(drawn).toBe(2);
  await database.marks.put(mark(30));
  await expect
    .poll(async () => {
      await turn();
      return drawn;
    })
    .toBe(3);
  await expect.poll(turn).toBe(0);
  await database.marks.update('b_1_30', { style: 2 });
  await expect
    .poll(async () => {
      await turn();
      return marks.find('b_1_30')?.style;
    })
    .toBe(2);
  // What could not be read once is read at the next turn.
  const refuse = () => {
    throw new Error('The store refuses.');
  };
  await database.marks.put(mark(60));
  await expect.poll(() => marks.catchUp().then(() => marks.find('b_1_60')), { timeout: 10_000 }).toBeTruthy();
  await database.marks.put(mark(90));
  database.marks.hook('reading', refuse);
  await expect.poll(() => marks.catchUp().then(() => '', String), { timeout: 10_000 }).toContain('The store refuses.');
  database.marks.hook('reading').unsubscribe(refuse);
  await marks.catchUp();
  expect(marks.find('b_1_90')).toBeTruthy();
  marks.detach();
  expect(await turn()).toBe(0);
  // The watch of the store may have met it too.
  expect(problems.filter((problem) => !String(problem).includes('refuses'))).toEqual([]);
});
