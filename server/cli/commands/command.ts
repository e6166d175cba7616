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
  /** The address that `--endpoint` gives, in a program whose commands call servers. */
  endpoint?: 'admin' | 'public' | 'none';
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
  command: ProgramCommand;
  terminal: Terminal;
  arguments: readonly string[];
  /** The flag's value, else its environment variable's. */
  text(name: string): string | undefined;
  list(name: string): string[] | undefined;
  isSet(name: string): boolean;
  /** Whether the flag itself was given. */
  isGiven(name: string): boolean;
}

/** What all commands of one program share. */
export interface Program {
  name: string;
  /** What it is, after its name. */
  title: string;
  /** Beside the command's own. */
  flags(command: Command): readonly Flag[];
  exitCodes: string;
  /** Words that were commands once, with the sentence that names what took their place. */
  former: readonly { words: readonly string[]; instead: string }[];
}

export interface ProgramCommand extends Command {
  program: Program;
}

export function commandsOf(program: Program, commands: readonly Command[]): readonly ProgramCommand[] {
  return commands.map((command) => ({ ...command, program }));
}

export function nameOf(command: ProgramCommand): string {
  return [command.program.name, ...command.words].join(' ');
}

/** The flags of a command, its own first. */
export function flagsOf(command: ProgramCommand): Flag[] {
  return [...(command.flags ?? []), ...command.program.flags(command)];
}

/** Of the program whose commands these are. */
export function programOf(commands: readonly ProgramCommand[]): Program {
  const [first] = commands;
  if (!first) throw new Error('A program has commands.');
  return first.program;
}
