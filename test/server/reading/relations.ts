// Makes readers follow, befriend, hide from and block each other by writing what the service would write.

import { block, changeRelation } from '../../../server/reading/social/relations.ts';
import type { Client, House } from './house.ts';

type Where = Pick<House, 'reading'>;
type Who = Pick<Client, 'vid'>;

export function follow({ reading }: Where, follower: Who, followed: Who): Promise<unknown> {
  return reading.database.transaction((trx) =>
    changeRelation(trx, follower.vid, followed.vid, { follow_state: 'following', followed_at: reading.now() }),
  );
}

export function unfollow({ reading }: Where, follower: Who, followed: Who): Promise<unknown> {
  return reading.database.transaction((trx) =>
    changeRelation(trx, follower.vid, followed.vid, { follow_state: 'none', followed_at: 0 }),
  );
}

/** Friends follow each other. */
export async function befriend(house: Where, one: Who, other: Who): Promise<void> {
  await follow(house, one, other);
  await follow(house, other, one);
}

export function blockReader({ reading }: Where, blocker: Who, blocked: Who): Promise<void> {
  return reading.database.transaction((trx) => block(trx, blocker.vid, blocked.vid, reading.now()));
}

export function unblockReader({ reading }: Where, blocker: Who, blocked: Who): Promise<unknown> {
  return reading.database.transaction((trx) => changeRelation(trx, blocker.vid, blocked.vid, { is_blocking: 0 }));
}

/** `from` sees nothing of what `reader` reads and writes. */
export function hideFrom({ reading }: Where, reader: Who, from: Who, hides: 0 | 1 = 1): Promise<unknown> {
  return reading.database.transaction((trx) =>
    changeRelation(trx, reader.vid, from.vid, { is_hiding: hides, hidden_at: reading.now() }),
  );
}
