// Fills the authorization server's tables with tokens as it stores them: half of machines, half of people, whose tokens
// come with a grant and a consent.

import { randomBytes, randomUUID } from 'node:crypto';
import type { AuthTables, ConsentTable, RecordTable } from '../../server/auth/storage/tables.ts';
import { openDatabase } from '../../server/base/database/database.ts';

type NewRecord = Partial<RecordTable> & Pick<RecordTable, 'kind' | 'id' | 'payload'>;
const rowsAtOnce = 250;
const rowsPerTransaction = 5_000;

/** Adds `count` tokens to what is there, `age` seconds old; their ids and times are spread as those of real ones. */
export async function fillTokens(
  databaseUrl: string,
  count: number,
  seal: (text: string) => string,
  age = 0,
): Promise<void> {
  const database = await openDatabase<AuthTables>(databaseUrl);
  const session = seal(JSON.stringify({ access_token: { role: 'reader' }, id_token: { name: 'A person' } }));
  try {
    for (let done = 0; done < count; done += rowsPerTransaction) {
      const records: NewRecord[] = [];
      const consents: ConsentTable[] = [];
      for (let n = 0; n < Math.min(rowsPerTransaction, count - done); n += 4)
        addFour(done + n, age, session, records, consents);
      await database.transaction(async (trx) => {
        for (let at = 0; at < records.length; at += rowsAtOnce) {
          await trx
            .insertInto('oauth_record')
            .values(records.slice(at, at + rowsAtOnce).map(complete))
            .execute();
        }
        for (let at = 0; at < consents.length; at += rowsAtOnce) {
          await trx
            .insertInto('oauth_consent')
            .values(consents.slice(at, at + rowsAtOnce))
            .execute();
        }
      });
    }
  } finally {
    await database.close();
  }
}

/** Two tokens of machines, and an access and a refresh token of a person. */
function addFour(n: number, age: number, session: string, records: NewRecord[], consents: ConsentTable[]): void {
  const iat = Math.floor(Date.now() / 1000) - age - (n % 3_000);
  const lasting = { iat, exp: iat + 86_400 };
  for (let m = 0; m < 2; m++) {
    const client = { clientId: `machine-${n % 500}`, scope: 'books.read', extra: { aud: [], ext: {} } };
    records.push(token('ClientCredentials', { ...lasting, ...client }));
  }
  const grantId = randomUUID();
  const person = {
    accountId: `person-${n % 100_000}`,
    clientId: `app-${n % 50}`,
    grantId,
    scope: 'openid offline_access',
  };
  const common = { ...lasting, ...person, sid: randomUUID(), sessionUid: randomUUID(), gty: 'authorization_code' };
  const extra = { aud: ['https://api.example/v1'], ext: { role: 'reader' } };
  records.push(token('AccessToken', { ...common, extra }));
  records.push(token('RefreshToken', { ...common, exp: iat + 30 * 86_400, rotations: 1, authTime: iat }));
  const { accountId, clientId } = person;
  const grant = { accountId, clientId, openid: { scope: person.scope } };
  records.push({
    ...token('Grant', { ...lasting, exp: iat + 3_000_000_000, ...grant }),
    ...{ id: grantId, grant_id: null },
  });
  consents.push({
    ...{ grant_id: grantId, subject: accountId, client_id: clientId, challenge: randomUUID() },
    ...{ scope: '["openid","offline_access"]', audience: '["https://api.example/v1"]', session, request: '{}' },
    ...{ remember: 0, remember_until: null, granted_at: iat, session_id: null },
  });
}

interface TokenPayload {
  exp: number;
  clientId: string;
  grantId?: string;
  accountId?: string;
  [other: string]: unknown;
}

function token(kind: string, payload: TokenPayload): NewRecord {
  const id = randomBytes(64).toString('base64url');
  return {
    ...{ kind, id, client_id: payload.clientId, grant_id: payload.grantId ?? null, subject: payload.accountId ?? null },
    ...{ payload: JSON.stringify({ ...payload, jti: id, kind }), expires_at: payload.exp },
  };
}

function complete(row: NewRecord): RecordTable {
  const empty = { grant_id: null, uid: null, user_code: null, client_id: null, subject: null, expires_at: null };
  return { ...empty, consumed_at: null, polled_at: null, poll_interval: null, ...row };
}
