// The one request of a waking device: each part is exactly what its own route answers.

import { expect, test } from 'vitest';
import { forEachDatabase } from '../../databases.ts';
import { addBook, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  test('answers each asked part as its own route does, and no other', async () => {
    const house = await openHouse(await open(...migrationSets));
    const ann = await house.signIn('ann');
    await ann.call('POST /shelf/add', { bookIds: [await addBook(house.reading, '')] });
    const all = await ann.call('POST /mobileSync', { shelf: 0, rateSynckey: 0, reviewTimeline: 0 });
    expect(Object.keys(all).sort()).toEqual(['rateSynckey', 'reviewTimeline', 'shelf', 'timestamp']);
    const shelf = await ann.call('GET /shelf/sync', { synckey: 0 });
    expect(all.shelf).toEqual(shelf);
    expect(all.rateSynckey).toEqual(await ann.call('GET /review/list', { mine: 1, listType: 11, type: 4, synckey: 0 }));
    const nothingNew = await ann.call('POST /mobileSync', { shelf: shelf.synckey });
    expect(nothingNew.shelf).toMatchObject({ synckey: shelf.synckey, clearAll: 0, books: [] });
    expect(await ann.call('POST /mobileSync', {})).toEqual({ timestamp: house.clock.now });
    expect((await ann.ask('POST /mobileSync', { shelf: 'x' })).status).toBe(400);
    await house.close();
  });
});
