// How a write that was made offline says which edit it is and when it was made,
// so that replaying it changes nothing and merging it is decided by time.

import { Type } from 'typebox';
import { optional, Seconds } from '../route.ts';

export const editFields = {
  /** The same id twice is one edit. */
  eventId: optional(
    Type.String({ minLength: 16, maxLength: 64, description: 'Made by the client, one per entry of its outbox' }),
  ),
  /** Last writer wins by this time; a deletion wins only over edits that are older. */
  editTime: optional(Seconds('When the person made the edit; absent: now')),
};
