// What the command line of the reading service says by itself: help, mistakes, completion, and the reference page.

import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { flagsOf } from '../../../../server/cli/commands/command.ts';
import { refuseOldNode } from '../../../../server/cli/commands/node-version.ts';
import { runCommand } from '../../../../server/cli/commands/run.ts';
import { commands } from '../../../../server/cli/octavo/commands.ts';
import { referencePage } from '../../../../server/cli/octavo/reference-page.ts';

async function octavo(line: string) {
  const said = { output: '', notes: '' };
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += String(chunk);
        done();
      },
    });
  const terminal = {
    environment: {},
    input: Readable.from([]),
    output: into('output'),
    notes: into('notes'),
    openBrowser: async () => false,
  };
  const code = await runCommand(line.split(' ').filter(Boolean), terminal, commands);
  return { code, ...said };
}

test('the reference page is what the commands declare', async () => {
  await expect(referencePage(commands)).toMatchFileSnapshot('../../../../docs/octavo-command-line.md');
});

test('every command explains itself', async () => {
  for (const command of commands) {
    const help = await octavo(`${command.words.join(' ')} --help`);
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining(command.summary) });
    for (const flag of flagsOf(command)) expect(help.output).toContain(`--${flag.name}`);
  }
  expect((await octavo('help')).output).toContain('octavo users remove [NAME]');
});

test.each([
  ['', /Say what to do; "octavo --help"/],
  ['dance', /"dance" is not a command of octavo/],
  ['usrs list', /did you mean "users"/],
  ['users', /Say what to do: octavo users add\|list/],
  ['users add', /NAME is missing: octavo users add NAME/],
  ['users list --format xml', /--format must be one of json, table/],
  ['users add ann --role king', /--role must be one of guest, reader, librarian/],
  ['serve please', /"please" is one word too many/],
  ['check --repar', /did you mean --repair/],
  ['users remove', /Give NAME: octavo users remove NAME/],
  ['export out', /Give both: octavo export --user NAME FOLDER/],
])('says what is wrong with "%s"', async (line, sentence) => {
  const { code, output, notes } = await octavo(line);
  expect([code, output]).toEqual([2, '']);
  expect(notes).toMatch(sentence);
});

test.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
  const { code, output } = await octavo(`completion ${shell}`);
  expect(code).toBe(0);
  for (const word of ['octavo', 'invites', 'withdraw', 'as-folders']) expect(output).toContain(word);
  expect(output).not.toContain('authsrv');
});

test('an old Node is refused in a sentence', () => {
  expect(() => refuseOldNode('20.20.2')).toThrow('needs Node 24 or later, and this is 20.20.2');
  expect(() => refuseOldNode('100.0.0')).not.toThrow();
  expect(() => refuseOldNode(process.versions.node)).not.toThrow();
});
