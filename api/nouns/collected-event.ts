// What the telemetry collectors take and what they answer: events and log entries of bounded size.
// Names of events are data of the collector's configuration, not of the contract.

import { Type } from 'typebox';
import { Duration, Flag, Id, List, optional, Seconds, Text, Whole, Word } from '../route.ts';

export const EventProperty = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    value: Type.Union([Text(512), Type.Number(), Type.Boolean()]),
  },
  { additionalProperties: false },
);

/** One event of use. `eventId` is made by the client; the same id twice is stored once. */
export const CollectedEvent = Type.Object(
  {
    eventId: Id('Made by the client; the same id is stored once'),
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z][a-z0-9_.]*$' }),
    time: Seconds('When it happened, by the client’s corrected clock'),
    duration: optional(Duration()),
    bookId: optional(Id()),
    chapterUid: optional(Whole()),
    page: optional(Text(64)),
    properties: optional(Type.Array(EventProperty, { maxItems: 32 })),
  },
  { additionalProperties: false },
);

export const RefusedEvent = Type.Object({
  eventId: Id(),
  reason: Word(['unknown_name', 'too_old', 'in_future', 'not_sampled']),
});

/** What the collectors answer. `enabled` 0: the reader switched collection off and nothing was stored. */
export const CollectorReceipt = Type.Object({
  enabled: Flag('0: the reader switched collection off; nothing was stored'),
  accepted: Whole('Events stored by this call'),
  duplicates: Whole('Events that were stored before'),
  refused: List(RefusedEvent, 500),
});

/** What the log collectors answer. */
export const LogReceipt = Type.Object({
  logId: Id(),
  enabled: Flag('0: the reader switched collection off; nothing was stored'),
  storedBytes: Whole(),
  duplicate: Flag('1: the same log was stored before'),
  expireTime: Seconds('When it is deleted by itself'),
});

/** The device that a log comes from, as its fields recur in the log collectors' bodies. */
export const logDeviceFields = {
  appid: optional(Text(64)),
  appversion: optional(Text(32)),
  channelid: optional(Text(64)),
  device: optional(Text(128)),
  deviceid: optional(Id('The device’s id, as given at sign-in')),
  os: optional(Text(64)),
  platform: optional(Text(64)),
};

export const LogBaseInfo = Type.Object(logDeviceFields, { additionalProperties: false });
