// The domain Telemetry, logging, remote configuration: its routes in the catalog's order.
// Everything collected is bounded, expires, and respects the reader's switch on the service's side too.

import { Type } from 'typebox';
import { CollectedEvent, CollectorReceipt, LogBaseInfo, LogReceipt, logDeviceFields } from './nouns/collected-event.ts';
import { ConfigEntry, DeviceMessage, EventSampling } from './nouns/remote-config.ts';
import { UploadTarget } from './nouns/upload.ts';
import {
  ClearAll,
  Code,
  Duration,
  domain,
  Flag,
  HasMore,
  Id,
  List,
  optional,
  Seconds,
  SyncKey,
  signatureFields,
  Text,
  Whole,
  Word,
} from './route.ts';

/** Log text in one call, UTF-16 units; more goes to the object store by `/i/applog/put/object/auth`. */
const LogText = () => Text(256 * 1024);

const logFields = {
  ...logDeviceFields,
  authtype: optional(Word(['session', 'device'])),
  clitime: Seconds('When the client sent it'),
  func: Type.String({ minLength: 1, maxLength: 64, description: 'The client’s part that wrote it' }),
  imei: optional(Type.String({ maxLength: 64, description: 'Accepted and never stored' })),
  sid: Id('The upload’s own id, made by the client; the same id is stored once'),
  vid: optional(Id('Must be the caller when given')),
};

export const telemetry = domain('Telemetry, logging, remote configuration', {
  'POST /app/onlinetime': {
    summary: 'Reports how long the app was in the foreground today on this device; the largest total of the day stays.',
    params: Type.Object({
      time: Type.Integer({ minimum: 0, maximum: 90_000, description: 'Seconds so far today, not since the last call' }),
    }),
    reply: Type.Object({
      date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The day in the caller’s time zone' }),
      time: Duration('The stored total of that day'),
    }),
    errors: ['impossible_value'],
    safe: true,
  },
  'POST /cgi-bin/log_upload': {
    summary: 'Stores a piece of the client’s log.',
    params: Type.Object({
      ...logFields,
      inputc: Type.String({ minLength: 1, maxLength: 256 * 1024, description: 'The log’s text' }),
      logtype: Word(['app', 'crash', 'sync', 'screen', 'network']),
    }),
    reply: LogReceipt,
    errors: ['too_large', 'quota_exceeded'],
    safe: true,
  },
  'POST /cgi-bin/oss_log': {
    summary: 'Stores an operational log; the same content of the same device is stored once.',
    params: Type.Object({
      baseinfo: LogBaseInfo,
      func: Type.String({ minLength: 1, maxLength: 64 }),
      inputf: Word(['text', 'jsonl'], 'How logcontent is to be read'),
      logcontent: LogText(),
      logsize: Type.Integer({
        minimum: 0,
        maximum: 1024 * 1024,
        description: 'UTF-8 bytes of logcontent; checked, so that a cut log is noticed',
      }),
    }),
    reply: LogReceipt,
    errors: ['checksum_mismatch', 'too_large', 'quota_exceeded'],
    safe: true,
  },
  'POST /cgi-bin/sync_msg': {
    summary: 'Hands in diagnostic messages in order and takes those that the service has for this device.',
    params: Type.Object({
      ...logFields,
      baseinfo: optional(LogBaseInfo),
      datatype: Word(['ack', 'diagnostic', 'state']),
      inputf: Word(['text', 'jsonl'], 'How msgdata is to be read'),
      localtime: Seconds('The device’s own clock, uncorrected'),
      msgdata: Text(64 * 1024),
      nickname: optional(Text(64)),
      screenresolution: optional(Type.String({ pattern: '^\\d{1,5}x\\d{1,5}$' })),
      screenscale: optional(Type.Number({ exclusiveMinimum: 0, maximum: 10 })),
      seqid: Whole('The last message of the service that this device has acted on'),
    }),
    reply: Type.Object({
      seqid: Whole('Of the last message in this reply'),
      accepted: Flag('0: msgdata was stored before'),
      messages: List(DeviceMessage, 50),
      hasMore: HasMore(),
      serverTime: Seconds(),
    }),
    safe: true,
  },
  'POST /comm/record': {
    summary:
      'Reads or writes one small value of the account, for settings that follow the reader from device to device.',
    params: Type.Object({
      cmd: Word(['get', 'set', 'delete']),
      key: Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_.:-]+$' }),
      value: optional(Type.String({ maxLength: 8192, description: 'Needed by set' })),
      ...signatureFields,
    }),
    reply: Type.Object({
      key: Text(128),
      exists: Flag(),
      value: optional(Text(8192)),
      updateTime: optional(Seconds()),
    }),
    errors: ['limit_reached'],
    signed: true,
  },
  'GET /config': {
    summary: 'Feature switches and texts for this device, app version and user, as far as they changed.',
    params: Type.Object({
      synckey: optional(SyncKey()),
      token: optional(Type.String({ maxLength: 256, description: 'Of an earlier reply; keeps a device in its share' })),
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      token: Text(256),
      updated: List(ConfigEntry, 500),
      removed: List(Text(128), 500),
      timeToLive: Duration('Ask again after this many seconds'),
    }),
    incremental: true,
  },
  'POST /logReport': {
    summary: 'Reports one action of the client for diagnosis.',
    params: Type.Object({
      action: Type.String({ minLength: 1, maxLength: 64 }),
      appver: optional(Text(32)),
      bookId: optional(Id()),
      bookType: optional(Word(['epub', 'txt', 'pdf', 'article', 'comic', 'audio'])),
      data: optional(Text(16 * 1024)),
      deviceId: optional(Id()),
      model: optional(Text(128)),
      os: optional(Text(64)),
      reportMethod: optional(Word(['now', 'queued'])),
      source: optional(Text(64)),
      vid: optional(Id('Must be the caller when given')),
    }),
    reply: LogReceipt,
    errors: ['too_large'],
    safe: true,
  },
  'POST /river/batch': {
    summary: 'Stores a batch of events of use; each event once, whatever is sent again.',
    params: Type.Object({ events: Type.Array(CollectedEvent, { minItems: 1, maxItems: 500 }) }),
    reply: CollectorReceipt,
    safe: true,
  },
  'GET /river/config': {
    summary: 'What to collect: which events, which share, how many in a batch, how often.',
    params: Type.Object({}),
    reply: Type.Object({
      enabled: Flag('0: collect nothing'),
      sampling: Type.Number({ minimum: 0, maximum: 1 }),
      batchSize: Type.Integer({ minimum: 1, maximum: 500 }),
      flushInterval: Duration(),
      maxQueue: Type.Integer({ minimum: 1, description: 'Events to keep while offline; the oldest are dropped' }),
      maxAge: Duration('Older events are refused'),
      events: List(EventSampling, 500),
    }),
  },
  'POST /river/single': {
    summary: 'Stores one event of use at once.',
    params: Type.Object({ event: CollectedEvent }),
    reply: CollectorReceipt,
    safe: true,
  },
  'GET /wrco/:pdfBookId': {
    summary: 'The log of a PDF’s conversion: what was done with which page and what could not be kept.',
    params: Type.Object({ pdfBookId: Id('The imported PDF') }),
    reply: Type.Object({
      pdfBookId: Id(),
      bookId: optional(Id('The converted book, when there is one')),
      state: Word(['waiting', 'running', 'done', 'failed']),
      pages: Whole(),
      pagesDone: Whole(),
      startTime: optional(Seconds()),
      endTime: optional(Seconds()),
      entries: List(
        Type.Object({
          time: Seconds(),
          level: Word(['info', 'warning', 'error']),
          page: optional(Type.Integer({ minimum: 1 })),
          message: Text(1024),
        }),
        2000,
      ),
      truncated: Flag('1: the log was longer and its middle is left out'),
    }),
    errors: ['not_found', 'no_permission'],
    host: 'resource',
  },
  'POST /i/applog/put/object/auth': {
    summary: 'Reserves the upload of a crash log too long for a request body.',
    params: Type.Object({
      bucket: Word(['crash', 'applog']),
      content_length: Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024, description: 'Bytes' }),
      jobid: Id('Made by the client; the same job gets the same place'),
      uri: Type.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_./-]+$', description: 'Name of the log' }),
    }),
    reply: Type.Object({
      jobid: Id(),
      code: Code([0, 1], '0: send the bytes, 1: they are there already'),
      upload: optional(UploadTarget),
    }),
    errors: ['quota_exceeded', 'no_permission'],
    host: 'web',
    safe: true,
  },
});
