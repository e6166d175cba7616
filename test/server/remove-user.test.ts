// Removing a person reaches the authorization server: sign-ins and consents end there, and while it does not answer, the
// removal waits to be gone on with.

import { expect, onTestFinished, test } from 'vitest';
import type { AccountTables } from '../../server/accounts/tables.ts';
import { addUser, findUser } from '../../server/accounts/users.ts';
import { authMigrations } from '../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../server/auth/storage/tables.ts';
import { findPerson } from '../../server/find-reader.ts';
import { migrationSets, type Octavo } from '../../server/open-octavo.ts';
import { openRemovals } from '../../server/reading/administration/remove-reader.ts';
import type { Tables } from '../../server/reading/reading.ts';
import { finishRemovals, removeUser } from '../../server/remove-user.ts';
import { Browser } from './accounts/browser.ts';
import { codeRequest, configure, openHouse, registerReader } from './accounts/house.ts';
import { forEachDatabase } from './databases.ts';
import { openLibraryHouse } from './reading/library-house.ts';

const password = 'correct horse';

forEachDatabase((_name, open) => {
  test('ends what the person was signed in to, at last', { timeout: 60_000 }, async () => {
    const auth = await openHouse(await open<AuthTables & AccountTables>(authMigrations));
    const database = await open<Tables>(...migrationSets);
    const house = await openLibraryHouse(database);
    onTestFinished(async () => {
      await house.close();
      await auth.close();
    });
    await registerReader(auth);
    const user = await addUser(auth.database, { name: 'Ada', password });
    // The same person where the reading service is.
    const accounts = database as unknown as Octavo['accounts'];
    await accounts.kysely
      .insertInto('account_user')
      .values(await auth.database.kysely.selectFrom('account_user').selectAll().executeTakeFirstOrThrow())
      .execute();
    const browser = new Browser([auth.issuer, auth.accounts]);
    const page = await browser.open((await codeRequest(await configure(auth))).url);
    const consent = await browser.submit(page, { name: 'Ada', password, remember: 'yes' });
    await browser.submit(consent, { decision: 'allow' });
    const sessionsOf = async () =>
      (await auth.call('GET', `/oauth2/auth/sessions/login?subject=${user.id}`)).body as unknown as object[];
    expect(await sessionsOf()).toHaveLength(1);

    const { reading, blobs } = house;
    const octavo = (authAdminUrl: string) =>
      ({ settings: { authAdminUrl }, accounts, database, reading, blobs }) as unknown as Octavo;
    const person = await findPerson(octavo(auth.admin), 'ada');
    expect(person).toMatchObject({ name: 'Ada', subject: user.id });
    if (!person) return;
    await expect(removeUser(octavo('http://127.0.0.1:1'), person, () => undefined)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
    expect(await findUser(accounts, { name: 'ada' })).toBeUndefined();
    expect(await openRemovals(reading)).toMatchObject([{ vid: person.vid, name: 'Ada' }]);
    expect(await finishRemovals(octavo(auth.admin), () => undefined)).toHaveLength(1);
    expect(await openRemovals(reading)).toEqual([]);
    expect(await sessionsOf()).toEqual([]);
    expect((await auth.call('GET', `/oauth2/auth/sessions/consent?subject=${user.id}`)).body).toEqual([]);
  });
});
