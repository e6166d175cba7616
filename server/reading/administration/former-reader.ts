// The account in whose name the comments of removed people stand, where others have answered them: without words, so that
// the answers stay where they were.

import type { Trx } from '../reading.ts';

export const formerReader = 'u_former_reader';

export async function keepFormerReader(trx: Trx, now: number): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      vid: formerReader,
      issuer: '',
      subject: formerReader,
      name: 'Former reader',
      avatar: '',
      signature: '',
      first_login_at: 0,
      shelf_books: 0,
      shelf_albums: 0,
      created_at: now,
      time_zone: '',
      v_desc: '',
      ext_scope: '',
      ext_granted_at: 0,
      ext_expires_at: 0,
      ext_revoked_at: 0,
      has_own_name: 1,
      role: 'guest',
      quota: 0,
    })
    .onConflict((conflict) => conflict.column('vid').doNothing())
    .execute();
}
