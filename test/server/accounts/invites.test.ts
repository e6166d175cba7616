// Invitations: a code makes as many accounts as it was made for and not one more, however many come at once; nothing is
// made without one, and codes cannot be guessed at will.

import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createInvite, listInvites, revokeInvite } from '../../../server/accounts/invites.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { mountAccounts } from '../../../server/accounts/mount.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { findUser, listUsers } from '../../../server/accounts/users.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';

const log = createLog({ name: 'test', level: 'silent' });
const password = 'a password of eight';

async function openPages(open: OpenDatabase) {
  const database = await open<AccountTables>(accountMigrations);
  const app = createHttp({ log });
  const welcomed: [string, string][] = [];
  mountAccounts(app, {
    database,
    adminUrl: 'http://127.0.0.1:9',
    issuerUrl: 'http://127.0.0.1:9',
    log,
    async welcome(_trx, user, role) {
      if (user.name === 'unlucky') throw new Error('The place could not be made.');
      welcomed.push([user.name, role]);
    },
  });
  await app.ready();
  onTestFinished(() => app.close());
  return { database, app, welcomed };
}

async function form(app: FastifyInstance, invite: string) {
  const page = await app.inject({ url: `/accounts/join?invite=${encodeURIComponent(invite)}` });
  const token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return { page, token, cookie: String(page.headers['set-cookie']).split(';')[0] ?? '' };
}

function join(app: FastifyInstance, { token, cookie }: { token: string; cookie: string }, fields: object) {
  const payload = new URLSearchParams({ form_token: token, password, again: password, ...fields });
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url: '/accounts/join', headers, payload: payload.toString() });
}

forEachDatabase((_name, open) => {
  test('a code makes as many accounts as it says, also at the same moment', async () => {
    const { database, app, welcomed } = await openPages(open);
    const { code } = await createInvite(database, { role: 'librarian', note: 'for two', uses: 2, days: 7 });
    const asked = await form(app, code);
    expect([asked.page.statusCode, asked.page.body.includes(code)]).toEqual([200, true]);
    expect(asked.page.headers['content-security-policy']).toContain("default-src 'none'");
    const names = ['ann', 'bob', 'carl', 'dora'];
    const replies = await Promise.all(names.map((name) => join(app, asked, { invite: code, name })));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 200, 422, 422]);
    const users = await listUsers(database);
    expect(users).toHaveLength(2);
    expect(welcomed.sort()).toEqual(users.map((user) => [user.name, 'librarian']).sort());
    expect(await listInvites(database, 10, 0)).toMatchObject([{ usesLeft: 0, usesMade: 2, state: 'used up' }]);
    const stored = await database.kysely.selectFrom('account_invite').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code.slice(0, 4));
  });

  test('nothing is used up by what cannot be', async () => {
    const { database, app, welcomed } = await openPages(open);
    const { code, id } = await createInvite(database, { role: 'reader', note: '', uses: 2, days: 0 });
    const asked = await form(app, code);
    const refusals: [object, string][] = [
      [{ name: 'ann', password: 'short', again: 'short' }, 'at least 8 characters'],
      [{ name: 'ann', again: 'another password' }, 'passwords differ'],
      [{ name: ' ' }, 'Choose a name'],
    ];
    for (const [fields, sentence] of refusals) {
      const reply = await join(app, asked, { invite: code, ...fields });
      expect([reply.statusCode, reply.body.includes(sentence)], sentence).toEqual([422, true]);
    }
    expect((await join(app, asked, { invite: code, name: 'unlucky' })).statusCode).toBe(500);
    expect((await join(app, { ...asked, token: 'x' }, { invite: code, name: 'ann' })).statusCode).toBe(403);
    expect((await join(app, asked, { invite: code.toUpperCase().replaceAll('-', ' '), name: 'ann' })).statusCode).toBe(
      200,
    );
    const taken = await join(app, asked, { invite: code, name: 'Ann' });
    expect([taken.statusCode, taken.body.includes('already')]).toEqual([422, true]);
    expect(await listInvites(database, 10, 0)).toMatchObject([{ usesLeft: 1, state: 'open' }]);
    await revokeInvite(database, id);
    expect((await join(app, asked, { invite: code, name: 'bob' })).statusCode).toBe(422);
    expect(await findUser(database, { name: 'bob' })).toBeUndefined();
    expect(welcomed).toEqual([['ann', 'reader']]);
  });

  test('codes that nobody was given are soon refused unseen', async () => {
    const { app } = await openPages(open);
    const asked = await form(app, '');
    const statuses: number[] = [];
    for (let n = 0; n < 13; n++)
      statuses.push((await join(app, asked, { invite: `code-${n}`, name: 'eve' })).statusCode);
    expect(statuses.slice(0, 10).every((status) => status === 422)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});
