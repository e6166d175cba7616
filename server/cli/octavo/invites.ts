// `octavo invites create|list|revoke`: who may make an account.

import { parseArgs } from 'node:util';
import { createInvite, listInvites, revokeInvite } from '../../accounts/invites.ts';
import { StartError } from '../../base/start-error.ts';
import { isRole, roles } from '../../reading/administration/roles.ts';
import { dateOf, formatFlag, printRows } from './print-rows.ts';
import { exactly } from './users.ts';
import { withOctavo } from './with-octavo.ts';

export async function invites([verb, ...rest]: string[]): Promise<void> {
  if (verb === 'create') return create(rest);
  if (verb === 'list') return list(rest);
  if (verb === 'revoke') return revoke(rest);
  throw new StartError('Say what to do: octavo invites create|list|revoke.');
}

const flags = {
  uses: { type: 'string', default: '1' },
  days: { type: 'string', default: '7' },
  role: { type: 'string', default: 'reader' },
  note: { type: 'string', default: '' },
} as const;

async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: flags });
  const { role, note } = values;
  if (!isRole(role)) throw new StartError(`--role must be one of ${roles.join(', ')}, not "${role}".`);
  const wanted = {
    role,
    note: note.slice(0, 200),
    uses: whole('uses', values.uses, 1),
    days: whole('days', values.days, 0),
  };
  await withOctavo(async (octavo) => {
    if (octavo.settings.authAdminUrl === undefined) {
      throw new StartError('People sign in at another provider; accounts are made there.');
    }
    const { code, id, expiresAt } = await createInvite(octavo.accounts, wanted);
    const { uses } = wanted;
    const until = expiresAt === 0 ? 'until it is revoked' : `until ${dateOf(expiresAt)} UTC`;
    process.stdout.write(`${octavo.publicUrl}/accounts/join?invite=${code}\n`);
    process.stderr.write(
      `${id}: makes ${uses === 1 ? `one ${role}` : `up to ${uses} ${role}s`}, ${until}. The code is not shown again.\n`,
    );
  });
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= least) return value;
  throw new StartError(`--${name} must be a number from ${least} to 9999, not "${text}".`);
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: formatFlag });
  const page = 500;
  await withOctavo(async ({ accounts }) => {
    const rows: object[] = [];
    for (let offset = 0; ; offset += page) {
      const found = await listInvites(accounts, page, offset);
      rows.push(
        ...found.map((invite) =>
          values.format === 'json'
            ? invite
            : { ...invite, created: dateOf(invite.createdAt), expires: dateOf(invite.expiresAt) },
        ),
      );
      if (found.length < page) break;
    }
    printRows(rows, ['id', 'state', 'role', 'usesLeft', 'usesMade', 'created', 'expires', 'note'], values.format);
  });
}

async function revoke(args: string[]): Promise<void> {
  const [which] = exactly(args, ['ID'], 'invites revoke ID|CODE');
  await withOctavo(async ({ accounts }) => {
    await revokeInvite(accounts, which);
    process.stdout.write('The invitation is not valid any more.\n');
  });
}
