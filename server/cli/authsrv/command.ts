// What a command is, as data: parsing, help, completion and the reference page are all made from it. Must not know any
// command.

import type { Readable, Writable } from 'node:stream';

export interface Flag {
  /** Without dashes. */
  name: string;
  /** One letter. */
  short?: string;
  /** What follows the flag in help, such as `URL`; a flag without one is set or not. */
  value?: string;
  /** May be given several times, and several by commas. */
  list?: true;
  help: string;
  choices?: readonly string[];
  /** Environment variable that is read where the flag is absent. */
  environment?: string;
  /** A secret: `-` reads it from standard input, so that it need not stand on the command line. */
  secret?: true;
}

export interface Argument {
  name: string;
  help: string;
  optional?: true;
  /** The last one may be given several times. */
  several?: true;
  secret?: true;
}

export interface Command {
  /** `['clients', 'create']`. */
  words: readonly string[];
  /** Begins with a verb and has no full stop. */
  summary: string;
  /** Further sentences for the command's own help. */
  details?: string;
  arguments?: readonly Argument[];
  flags?: readonly Flag[];
  /** The address that `--endpoint` gives; `none` for commands that call no server. */
  endpoint: 'admin' | 'public' | 'none';
  /** Flags of earlier releases, without dashes → what to do instead. */
  former?: Readonly<Record<string, string>>;
  examples?: readonly string[];
  run(call: Call): Promise<void>;
}

/** The program's surroundings, given so that tests can stand in for them. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  output: Writable;
  /** For what a person reads; results go to `output`. */
  notes: Writable;
  /** Whether a browser was started. */
  openBrowser(address: string): Promise<boolean>;
}

/** One use of a command: its flags and arguments, checked. */
export interface Call {
  command: Command;
  terminal: Terminal;
  arguments: readonly string[];
  /** The flag's value, else its environment variable's. */
  text(name: string): string | undefined;
  list(name: string): string[] | undefined;
  isSet(name: string): boolean;
  /** Whether the flag itself was given. */
  isGiven(name: string): boolean;
}

export const programName = 'authsrv';

export function nameOf(command: Command): string {
  return [programName, ...command.words].join(' ');
}
