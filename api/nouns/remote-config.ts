// Values that the service tells its clients: feature switches and texts per device, version and share of users.

import { Type } from 'typebox';
import { Duration, Flag, Id, Seconds, Text, Word } from '../route.ts';

/** One setting; `type` says how to read `value`. */
export const ConfigEntry = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  type: Word(['flag', 'number', 'text']),
  value: Type.Union([Type.Boolean(), Type.Number(), Text(4096)]),
  updateTime: Seconds(),
});

/** How often one kind of event is collected. */
export const EventSampling = Type.Object({
  name: Type.String({ maxLength: 64 }),
  sampling: Type.Number({ minimum: 0, maximum: 1, description: 'Share of clients that report it' }),
});

/** A message of the service for one device. */
export const DeviceMessage = Type.Object({
  seqid: Type.Integer({ minimum: 1 }),
  messageId: Id(),
  kind: Word(['upload_log', 'reload_config', 'sync', 'notice']),
  text: Text(2048),
  time: Seconds(),
  timeToLive: Duration(),
  once: Flag('1: act on it once, even if it is delivered again'),
});
