// `octavo device approve --user NAME --code USER-CODE`: connects a device for the person who operates this machine.

import { parseArgs } from 'node:util';
import { approveDevice } from '../../accounts/approve-device.ts';
import { StartError } from '../../base/start-error.ts';
import { requireUser } from './users.ts';
import { withOctavo } from './with-octavo.ts';

export async function device([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'approve') throw new StartError('Say what to do: octavo device approve --user NAME --code USER-CODE.');
  const { values } = parseArgs({ args: rest, options: { user: { type: 'string' }, code: { type: 'string' } } });
  const { user: name, code } = values;
  if (!name || !code) throw new StartError('Give both: octavo device approve --user NAME --code USER-CODE.');
  await withOctavo(async (octavo) => {
    const { authAdminUrl, issuerUrl } = octavo.settings;
    if (!authAdminUrl) throw new StartError('People sign in at another provider; approve the device there.');
    const user = await requireUser(octavo, name);
    const who = { subject: user.id, displayName: user.displayName };
    await approveDevice({ issuerUrl, adminUrl: authAdminUrl, userCode: code, ...who });
    process.stdout.write(`The device is connected to ${user.name}.\n`);
  });
}
