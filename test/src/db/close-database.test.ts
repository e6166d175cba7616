import { expect, it } from 'vitest';
import { closeDatabase } from '../../../src/db/close-database.ts';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';

it('waits for what is being written, and for what follows it', async () => {
  const account = `test-${crypto.randomUUID()}`;
  const database = await openDatabase(account);
  const write = (key: string) => database.settings.put({ name: key, value: key });
  const written = write('one')
    .then(() => database.settings.get('one'))
    .then(() => database.transaction('rw', database.settings, () => write('two')))
    .then(() => write('three'));
  await closeDatabase(database);
  expect(database.isOpen()).toBe(false);
  await written;
  const again = await openDatabase(account);
  expect(await again.settings.toCollection().primaryKeys()).toEqual(['one', 'three', 'two']);
  // Nothing runs: it closes at once, and once more is no error.
  await closeDatabase(again);
  await closeDatabase(again);
  await deleteDatabase(account);
});

it('is not held up by a transaction that failed', async () => {
  const account = `test-${crypto.randomUUID()}`;
  const database = await openDatabase(account);
  const failed = database.transaction('rw', database.settings, async () => {
    await database.settings.put({ name: 'one', value: 1 });
    throw new RangeError('Given up.');
  });
  await expect(failed).rejects.toThrow('Given up.');
  const before = performance.now();
  await closeDatabase(database);
  expect(database.isOpen()).toBe(false);
  // Its time limit was not what ended it.
  expect(performance.now() - before).toBeLessThan(4000);
  await deleteDatabase(account);
});
