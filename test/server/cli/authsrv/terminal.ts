// Runs a command in this process, with streams that the test reads.

import { PassThrough, Readable, Writable } from 'node:stream';
import { commands } from '../../../../server/cli/authsrv/commands.ts';
import { runCommand } from '../../../../server/cli/commands/run.ts';

export interface Outcome {
  code: number;
  output: string;
  notes: string;
  /** The output as JSON. */
  json(): Record<string, unknown>;
}

export interface Surroundings {
  environment?: Record<string, string>;
  input?: string;
  /** What the person types when asked; makes the input a terminal. */
  types?: string;
  openBrowser?: (address: string) => Promise<boolean>;
}

export async function authsrv(args: string | readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const output = recorder();
  const notes = recorder();
  const code = await runCommand(
    typeof args === 'string' ? args.split(' ').filter(Boolean) : args,
    {
      environment: around.environment ?? {},
      input: inputOf(around),
      output: output.stream,
      notes: notes.stream,
      openBrowser: around.openBrowser ?? (async () => false),
    },
    commands,
  );
  const text = output.text();
  return { code, output: text, notes: notes.text(), json: () => JSON.parse(text) as Record<string, unknown> };
}

function inputOf({ input, types }: Surroundings): Readable & { isTTY?: boolean } {
  if (types === undefined) return Readable.from(input === undefined ? [] : [input]);
  const terminal = new PassThrough();
  terminal.write(`${types}\n`);
  return Object.assign(terminal, { isTTY: true });
}

function recorder() {
  let text = '';
  const stream = new Writable({
    write(part, _encoding, done) {
      text += String(part);
      done();
    },
  });
  return { stream, text: () => text };
}
