// Every call and event between the main process and the renderer, in one object. The preload loops over it,
// main `satisfies` it, and the renderer sees it as `Bridge`. Nothing else crosses that border but the paths of host-paths.ts.

import { type Static, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { FoundPanel, Light, PanelInfo, PanelName, PanelOptions, PowerState, Refresh } from './panel.ts';
import type { RouteKey } from './route.ts';
import { TranslationOptions, TranslationState, translationLimit } from './translation.ts';

const Empty = Type.Object({});
/** A `Uint8Array`; carried as binary by both hosts. */
const Bytes = Type.Unsafe<Uint8Array<ArrayBuffer>>({});

export const AccountState = Type.Object({
  /** local: working without an account. expired: the session ended, local data is intact. */
  state: Type.Union([
    Type.Literal('local'),
    Type.Literal('signedOut'),
    Type.Literal('signedIn'),
    Type.Literal('expired'),
  ]),
  /** Names the Dexie database: one per account, `local` without one. */
  account: Type.String(),
  vid: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  avatar: Type.Optional(Type.String()),
  /** Base address of the reading service in use. */
  service: Type.String(),
  deviceId: Type.String(),
  /** Whether the last request reached the service. */
  online: Type.Boolean(),
  /** Seconds to add to this device's clock for the service's time; absent means 0. */
  clockOffset: Type.Optional(Type.Number()),
});
export type AccountState = Static<typeof AccountState>;

/** A device sign-in (RFC 8628) under way. */
export const DeviceSignIn = Type.Object({
  userCode: Type.String(),
  verificationUri: Type.String(),
  verificationUriComplete: Type.String(),
  /** The complete address as an SVG QR code. */
  qr: Type.String(),
  /** Unix seconds. */
  expiresAt: Type.Number(),
});
export type DeviceSignIn = Static<typeof DeviceSignIn>;

export const ImportProgress = Type.Object({
  importId: Type.String(),
  name: Type.String(),
  stage: Type.Union([
    Type.Literal('reading'),
    Type.Literal('waiting'),
    Type.Literal('uploading'),
    Type.Literal('parsing'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  /** Bytes. */
  done: Type.Number(),
  total: Type.Number(),
  bookId: Type.Optional(Type.String()),
  /** Whose import it is; absent for one that was begun without an account. */
  account: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  /** It was opened by its file: to be read, not only to be had. */
  toRead: Type.Optional(Type.Boolean()),
});
export type ImportProgress = Static<typeof ImportProgress>;

const Plan = Type.Array(Refresh, { maxItems: 32 });
/** Bytes of a font's packed tables that one call carries; larger ones are not looked into. */
export const packedFontLimit = 15 * 1024 * 1024;
/** Bytes of one table that is asked for: more than any that says what a font is called. */
export const fontTableLimit = 1024 * 1024;
/** Pixels. */
const Side = Type.Integer({ minimum: 1, maximum: 8192 });

export const ipcCalls = {
  'app.info': {
    request: Empty,
    reply: Type.Object({
      host: Type.Union([Type.Literal('electron'), Type.Literal('chromium'), Type.Literal('browser')]),
      version: Type.String(),
      platform: Type.String(),
      /** The page before this one did not answer, or ended by itself, and was loaded again. */
      heldUp: Type.Boolean(),
    }),
  },
  /** The renderer's first page is painted; files from the command line are handed over now. */
  'app.painted': { request: Empty, reply: Empty },
  /** How the window looks now, as a PNG; `not_found` where the host has no window. */
  'app.picture': { request: Empty, reply: Type.Object({ picture: Bytes }) },
  'app.quit': { request: Empty, reply: Empty },
  /** Opens an http(s) address in the system's browser, after the reader has seen and agreed to it. */
  'app.openOutside': { request: Type.Object({ url: Type.String({ maxLength: 4096 }) }), reply: Empty },
  /** Saves a PNG under a name like this one in the reader's folder for pictures. */
  'app.savePicture': {
    request: Type.Object({ name: Type.String({ maxLength: 255 }), png: Bytes }),
    reply: Type.Object({ path: Type.String() }),
  },

  'account.state': { request: Empty, reply: AccountState },
  'account.startDevice': { request: Empty, reply: DeviceSignIn },
  'account.startBrowser': { request: Empty, reply: Type.Object({ url: Type.String() }) },
  'account.cancelSignIn': { request: Empty, reply: Empty },
  'account.useLocal': { request: Empty, reply: AccountState },
  'account.signOut': { request: Type.Object({ deleteLocalData: Type.Boolean() }), reply: AccountState },

  /** One call of the reading service by the route's name; main adds session, signature and retries. */
  'service.call': {
    request: Type.Object({
      route: Type.Unsafe<RouteKey>({ type: 'string' }),
      params: Type.Record(Type.String(), Type.Unknown()),
      /** Whose call it is: refused as `not_signed_in` once another account is in use. */
      account: Type.Optional(Type.String()),
      /** Lets `service.cancel` name the call. */
      callId: Type.Optional(Type.String()),
    }),
    reply: Type.Unknown(),
  },
  'service.cancel': { request: Type.Object({ callId: Type.String() }), reply: Empty },

  /** A file that the reader dropped or chose comes over in pieces and is spooled to disk before it is sent. */
  'import.open': {
    request: Type.Object({ name: Type.String({ maxLength: 255 }), size: Type.Integer({ minimum: 0 }) }),
    reply: Type.Object({ importId: Type.String() }),
  },
  'import.chunk': {
    request: Type.Object({ importId: Type.String(), offset: Type.Integer({ minimum: 0 }), bytes: Bytes }),
    reply: Empty,
  },
  /** All bytes are there: from here on main finishes the import by itself, also after a restart. */
  'import.commit': { request: Type.Object({ importId: Type.String() }), reply: Empty },
  /** Bytes of a complete import from `offset` on, at most a mebibyte; none at its end. */
  'import.read': {
    request: Type.Object({ importId: Type.String(), offset: Type.Integer({ minimum: 0 }) }),
    reply: Type.Object({ bytes: Bytes }),
  },
  /** Takes an import away with its bytes, however far it is; one that is gone already is no fault. */
  'import.cancel': { request: Type.Object({ importId: Type.String() }), reply: Empty },
  /** Imports of the account in use and of none that are not finished, or that failed and were not taken away. */
  'import.list': { request: Empty, reply: Type.Array(ImportProgress) },

  'panel.info': { request: Empty, reply: PanelInfo },
  /** Probes again and says what is there. */
  'panel.list': { request: Empty, reply: Type.Array(FoundPanel) },
  /** `auto`: the first that probing finds. */
  'panel.setBackend': {
    request: Type.Object({ backend: Type.Union([PanelName, Type.Literal('auto')]) }),
    reply: PanelInfo,
  },
  'panel.options': { request: Empty, reply: PanelOptions },
  'panel.setOptions': { request: Type.Partial(PanelOptions), reply: PanelInfo },
  /** A plan before its frame is painted, for panels that want it. */
  'panel.prepare': { request: Type.Object({ plan: Plan }), reply: Empty },
  /** The same plan once the frame is painted. */
  'panel.refresh': { request: Type.Object({ plan: Plan }), reply: Empty },

  'power.state': { request: Empty, reply: PowerState },
  'power.lights': { request: Empty, reply: Type.Array(Light) },
  'power.setLight': {
    request: Type.Object({ name: Light.properties.name, percent: Type.Number({ minimum: 0, maximum: 100 }) }),
    reply: Empty,
  },
  /**
   * The answer to `power.sleep`: the page for the time of sleep is painted, and the device may sleep now. `picture`: that
   * page in greys, one byte a pixel, for panels whose controller shows a picture of its own meanwhile.
   */
  'power.sleepPainted': {
    request: Type.Object({
      picture: Type.Optional(Type.Object({ width: Side, height: Side, greys: Bytes })),
    }),
    reply: Empty,
  },

  /** The translation service that the reader set up; its key is never answered. */
  'translation.state': { request: Empty, reply: TranslationState },
  'translation.change': {
    request: Type.Object({ options: TranslationOptions, key: Type.Optional(Type.String({ maxLength: 1024 })) }),
    reply: TranslationState,
  },
  /** Sends the text to that service, because the reader asked. Languages are BCP 47; an unknown `from` is empty. */
  'translation.translate': {
    request: Type.Object({
      text: Type.String({ minLength: 1, maxLength: translationLimit }),
      from: Type.String({ maxLength: 35 }),
      to: Type.String({ maxLength: 35 }),
    }),
    reply: Type.Object({ text: Type.String() }),
  },

  /** Parts of what a WOFF 2 font holds packed, each by where it lies unpacked; the page cannot unpack it. */
  'font.unpack': {
    request: Type.Object({
      packed: Bytes,
      parts: Type.Array(
        Type.Object({
          offset: Type.Integer({ minimum: 0 }),
          length: Type.Integer({ minimum: 0, maximum: fontTableLimit }),
        }),
        { maxItems: 8 },
      ),
    }),
    reply: Type.Object({ parts: Type.Array(Bytes) }),
  },

  'log.write': {
    request: Type.Object({
      level: Type.Union([Type.Literal('info'), Type.Literal('warn'), Type.Literal('error')]),
      message: Type.String({ maxLength: 4096 }),
    }),
    reply: Empty,
  },
} as const satisfies Record<string, { request: TSchema; reply: TSchema }>;

export const ipcEvents = {
  'account.changed': AccountState,
  /** The service's time was found to differ otherwise from this device's. */
  'clock.changed': Type.Object({ offset: Type.Number() }),
  'import.progress': ImportProgress,
  'power.changed': PowerState,
  /** The device is about to sleep: the page for that time is to be painted, within a few seconds. */
  'power.sleep': Empty,
  /** It has woken up. */
  'power.wake': Empty,
  /** The service was reached again, or lost. */
  'service.online': Type.Object({ online: Type.Boolean() }),
} as const satisfies Record<string, TSchema>;

export type IpcName = keyof typeof ipcCalls;
export type IpcRequest<N extends IpcName> = Static<(typeof ipcCalls)[N]['request']>;
export type IpcReply<N extends IpcName> = Static<(typeof ipcCalls)[N]['reply']>;
export type IpcEvent = keyof typeof ipcEvents;
export type IpcEventValue<E extends IpcEvent> = Static<(typeof ipcEvents)[E]>;

/** What every call answers over the wire: expected failures are values, never exceptions of the transport. */
export type IpcResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: ErrorCode; message: string; details?: Record<string, unknown> };

/** What main implements: `const handlers = {…} satisfies Handlers`. */
export type Handlers = { [N in IpcName]: (request: IpcRequest<N>) => Promise<IpcReply<N>> };

/** `window.octavo`, provided by the host before the renderer's first script runs. */
export interface Bridge {
  call<N extends IpcName>(name: N, request: IpcRequest<N>): Promise<IpcResult<IpcReply<N>>>;
  /** Returns the function that ends the subscription. */
  on<E extends IpcEvent>(name: E, listener: (value: IpcEventValue<E>) => void): () => void;
}
