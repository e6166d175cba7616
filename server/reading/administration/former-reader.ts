// The account in whose name the comments of removed people stand, where others have answered them: without words, so that
// the answers stay where they were.

import type { Trx } from '../reading.ts';
import { newReader } from '../users/users.ts';

export const formerReader = 'u_former_reader';

const nobody = { issuer: '', subject: formerReader, name: 'Former reader', avatar: '' };

export async function keepFormerReader(trx: Trx, now: number): Promise<void> {
  await trx
    .insertInto('users')
    .values({ ...newReader(nobody, { vid: formerReader, now }), has_own_name: 1, role: 'guest', quota: 0 })
    .onConflict((conflict) => conflict.column('vid').doNothing())
    .execute();
}
