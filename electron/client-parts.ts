// What a host gives the client and gets from it; the seam between the two hosts and everything else in this process.

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { IpcEvent, IpcEventValue, IpcReply } from '../api/ipc.ts';
import type { Log } from './disk/log.ts';
import type { SettingsFile } from './disk/settings.ts';
import type { AnswerCall } from './serve-ipc.ts';
import type { KeyWrapper } from './vault/vault-key.ts';

export type HostName = IpcReply<'app.info'>['host'];
export type Emit = <E extends IpcEvent>(event: E, value: IpcEventValue<E>) => void;

export interface HostParts {
  /** The data folder. */
  folder: string;
  settings: SettingsFile;
  log: Log;
  emit: Emit;
  /** A line of the protocol on standard output. */
  announce(line: string): void;
  openOutside(url: string): Promise<void>;
  quit(): void;
  /** How the window looks, as a PNG; absent where the host has no window of its own. */
  takePicture?(): Promise<Uint8Array<ArrayBuffer>>;
  /** A keyring, where the host has a real one. */
  keyring?: KeyWrapper;
  /** What the host knows of its own window's page; absent where it has none. */
  page?: { painted(): void; heldUp(): boolean };
}

export interface StartOptions {
  service?: string;
  autoSignIn: boolean;
  files: readonly string[];
}

/** A reply with bytes, for either host to carry. */
export interface BytesReply {
  status: number;
  headers: Record<string, string>;
  body?: Readable | Buffer;
}

export interface Client {
  /** Serves the calls of one page. */
  answer(host: HostName): AnswerCall;
  /** Book files and covers; undefined when the path is none of them. */
  serveBytes(path: string, headers: IncomingHttpHeaders): Promise<BytesReply | undefined>;
  importFiles(files: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}
