// Who may see whom: the conditions, asked of real rows.

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userBriefs } from '../../../../server/reading/social/user-briefs.ts';
import {
  areFriends,
  blockedFrom,
  mayMeet,
  maySeeReadingOf,
  sightLife,
} from '../../../../server/reading/social/visibility.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { befriend, blockReader, follow, hideFrom, unblockReader } from '../relations.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let people: Record<string, Client>;
  const named = (name: string) => people[name] as Client;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    people = {};
    for (const name of ['ann', 'bob', 'cat', 'dan', 'eve']) people[name] = await house.signIn(name);
    await befriend(house, named('ann'), named('bob'));
    await follow(house, named('ann'), named('cat'));
    await hideFrom(house, named('ann'), named('dan'));
    await follow(house, named('eve'), named('ann'));
    await blockReader(house, named('ann'), named('eve'));
    return () => house.close();
  });

  /** Names of those for whom the condition holds, as the viewer. */
  async function those(condition: (viewer: string) => ReturnType<typeof mayMeet>, viewer: string) {
    const rows = await house.reading.database.kysely
      .selectFrom('users')
      .select('name')
      .where(condition(named(viewer).vid))
      .orderBy('name')
      .execute();
    return rows.map((row) => row.name);
  }

  test('a blocked pair does not meet, whoever blocked; everyone else does', async () => {
    expect(await those((viewer) => mayMeet(viewer, 'users.vid'), 'ann')).toEqual(['ann', 'bob', 'cat', 'dan']);
    expect(await those((viewer) => mayMeet(viewer, 'users.vid'), 'eve')).toEqual(['bob', 'cat', 'dan', 'eve']);
    expect(await those((viewer) => mayMeet(viewer, 'users.vid'), 'bob')).toHaveLength(5);
    expect(await those((viewer) => sql`users.vid in ${blockedFrom(viewer)}`, 'eve')).toEqual(['ann']);
    expect(await those((viewer) => sql`users.vid in ${blockedFrom(viewer)}`, 'ann')).toEqual(['eve']);
  });

  test('hiding is one way, and friends are two who follow each other', async () => {
    expect(await those((viewer) => maySeeReadingOf(viewer, 'users.vid'), 'dan')).toEqual(['bob', 'cat', 'dan', 'eve']);
    expect(await those((viewer) => maySeeReadingOf(viewer, 'users.vid'), 'ann')).toContain('dan');
    expect(await those((viewer) => areFriends(viewer, 'users.vid'), 'ann')).toEqual(['bob']);
    expect(await those((viewer) => areFriends(viewer, 'users.vid'), 'cat')).toEqual([]);
  });

  test('people come with how they stand to the viewer, without those who may not be met', async () => {
    const db = house.reading.database.kysely;
    const vids = Object.values(people).map((client) => client.vid);
    const seen = await userBriefs(db, named('ann').vid, vids);
    expect([...seen.keys()].sort()).toEqual(['ann', 'bob', 'cat', 'dan'].map((name) => named(name).vid).sort());
    expect(seen.get(named('bob').vid)).toMatchObject({ name: 'bob', isFollowing: 1, isFollower: 1, isHide: 0 });
    expect(seen.get(named('dan').vid)).toMatchObject({ isFollowing: 0, isFollower: 0, isHide: 1 });
    // Blocking ended the following.
    await unblockReader(house, named('ann'), named('eve'));
    expect((await userBriefs(db, named('ann').vid, vids)).get(named('eve').vid)).toMatchObject({ isFollower: 0 });
    await blockReader(house, named('ann'), named('eve'));
  });

  describe('synckeys of what a reader may see', () => {
    test('start over for both when the two change how they stand', async () => {
      const db = house.reading.database.kysely;
      const lives = () => Promise.all(['cat', 'dan', 'bob'].map((name) => sightLife(db, named(name).vid, 7)));
      const before = await lives();
      await blockReader(house, named('cat'), named('dan'));
      const after = await lives();
      expect(after.map((life, index) => life === before[index])).toEqual([false, false, true]);
    });
  });
});
