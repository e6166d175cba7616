// Unpacks the Chromium that npm's @sparticuz/chromium ships, for machines where none is installed and none can be.
// Its own unpacking trusts whatever half a file an earlier, killed run left in the temporary folder; this one does not.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/** Path of a launcher that runs it with the libraries and fonts that it brings along. */
export function unpackChromium(): string {
  const folder = join(root, 'node_modules', '.cache', 'chromium');
  const launcher = join(folder, 'chromium-launcher');
  if (existsSync(launcher)) return launcher;
  const unpacking = `${folder}.${process.pid}`;
  rmSync(unpacking, { recursive: true, force: true });
  mkdirSync(unpacking, { recursive: true });
  // The package unpacks its libraries only where it believes to be in the one environment that it was made for.
  const child = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    {
      cwd: root,
      env: { ...process.env, TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      encoding: 'utf8',
    },
  );
  if (child.status !== 0 || !existsSync(join(unpacking, 'chromium'))) {
    rmSync(unpacking, { recursive: true, force: true });
    throw new Error(`The Chromium shipped in npm could not be unpacked:\n${child.stderr}`);
  }
  writeFileSync(
    join(unpacking, 'chromium-launcher'),
    '#!/bin/sh\n# A bare system lacks the libraries and fonts that are shipped beside it.\n' +
      'here=$(dirname "$(readlink -f "$0")")\n' +
      'export LD_LIBRARY_PATH="$here/al2023/lib"\n' +
      '[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"\n' +
      'exec "$here/chromium" --no-zygote "$@"\n',
  );
  chmodSync(join(unpacking, 'chromium-launcher'), 0o755);
  try {
    renameSync(unpacking, folder);
  } catch (error) {
    // Another process was faster, and its copy is as good.
    rmSync(unpacking, { recursive: true, force: true });
    if (!existsSync(launcher)) throw error;
  }
  return launcher;
}
