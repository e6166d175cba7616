// `octavo features list|set|unset [--user NAME]`: what everyone, or one account, may use.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import type { Octavo } from '../../open-octavo.ts';
import { everyone, listFeatures, removeFeature, setFeature } from '../../reading/users/features.ts';
import { formatFlag, printRows } from './print-rows.ts';
import { requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

const user = { user: { type: 'string' } } as const;
const longestName = 64;

export async function features([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'list') return list(rest);
  if (verb === 'set') return set(rest);
  if (verb === 'unset') return unset(rest);
  throw new StartError('Say what to do: octavo features list|set|unset.');
}

/** Everyone, unless one is named. */
async function ownerOf(octavo: Octavo, name: string | undefined): Promise<string> {
  return name === undefined ? everyone : (await requirePerson(octavo, name)).vid;
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ...user, ...formatFlag } });
  await withOctavo(async (octavo) => {
    const rows = await listFeatures(octavo.database.kysely, await ownerOf(octavo, values.user));
    const shown = rows.map(({ name, enabled, value }) => ({ name, state: enabled ? 'on' : 'off', value }));
    printRows(shown, ['name', 'state', 'value'], values.format);
  });
}

async function set(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { ...user, value: { type: 'string', default: '' } },
    allowPositionals: true,
  });
  const [name = '', state = '', more] = positionals;
  if (!/^[\w.-]+$/.test(name) || name.length > longestName || !/^(on|off)$/.test(state) || more !== undefined) {
    throw new StartError('Give both: octavo features set NAME on|off [--value TEXT] [--user NAME].');
  }
  await withOctavo(async (octavo) => {
    const owner = await ownerOf(octavo, values.user);
    const feature = { owner, name, enabled: state === 'on' ? 1 : 0, value: values.value };
    await octavo.database.transaction((trx) => setFeature(trx, feature));
    process.stdout.write(`${name} is ${state} for ${values.user ?? 'everyone'}.\n`);
  });
}

async function unset(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: user, allowPositionals: true });
  const [name, more] = positionals;
  if (!name || more !== undefined) throw new StartError('Give one name: octavo features unset NAME [--user NAME].');
  await withOctavo(async (octavo) => {
    const owner = await ownerOf(octavo, values.user);
    await octavo.database.transaction((trx) => removeFeature(trx, owner, name));
    process.stdout.write(`${name} is not set for ${values.user ?? 'everyone'} any more.\n`);
  });
}
