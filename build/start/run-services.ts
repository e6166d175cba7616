// Starts the authorization server and the reading service on SQLite in the data folder.

import { join } from 'node:path';
import { root } from '../run.ts';
import { type Addresses, systemSecret } from './data-folder.ts';
import { type Program, startService } from './program.ts';
import { smallMemoryArgs, smallMemoryEnv } from './small-memory.ts';

export interface Services {
  addresses: Addresses;
  programs: Program[];
  /** Environment under which `octavo` verbs reach this installation. */
  octavoEnv: NodeJS.ProcessEnv;
}

export interface ServicePorts {
  port: number;
  authPort: number;
  authAdminPort: number;
}

export async function startServices(data: string, ports: ServicePorts): Promise<Services> {
  const addresses: Addresses = {
    service: `http://127.0.0.1:${ports.port}`,
    issuer: `http://127.0.0.1:${ports.authPort}/`,
    authAdmin: `http://127.0.0.1:${ports.authAdminPort}`,
  };
  const authEnv = {
    DATABASE_URL: `sqlite://${join(data, 'authsrv.sqlite')}`,
    OAUTH2_ISSUER_URL: addresses.issuer,
    OAUTH2_LOGIN_URL: `${addresses.service}/accounts/signin`,
    OAUTH2_CONSENT_URL: `${addresses.service}/accounts/consent`,
    OAUTH2_LOGOUT_URL: `${addresses.service}/accounts/signout`,
    OAUTH2_DEVICE_URL: `${addresses.service}/accounts/device`,
    SYSTEM_SECRET: systemSecret(data),
    PUBLIC_HOST: '127.0.0.1',
    PUBLIC_PORT: String(ports.authPort),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(ports.authAdminPort),
    // A few devices of one household: they may ask often, and so are signed in soon.
    DEVICE_POLL_INTERVAL: '1s',
  };
  const octavoEnv = {
    OCTAVO_DATA: join(data, 'service'),
    OCTAVO_HOST: '127.0.0.1',
    OCTAVO_PORT: String(ports.port),
    OCTAVO_PUBLIC_URL: addresses.service,
    OCTAVO_ISSUER_URL: addresses.issuer,
    OCTAVO_AUTH_ADMIN_URL: addresses.authAdmin,
  };
  // Side by side: the service waits for the authorization server by itself.
  const starting = [
    startService({
      name: 'authsrv',
      args: [join(root, 'dist/authsrv/authsrv.mjs'), 'serve', 'all'],
      env: authEnv,
      logFile: join(data, 'logs', 'authsrv.log'),
    }),
    startService({
      name: 'octavo',
      args: [...smallMemoryArgs, join(root, 'dist/octavo/octavo.mjs'), 'serve'],
      env: { ...smallMemoryEnv, ...octavoEnv },
      logFile: join(data, 'logs', 'octavo.log'),
    }),
  ];
  const settled = await Promise.allSettled(starting);
  const programs = settled.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) {
    await Promise.all(programs.map((program) => program.stop()));
    throw failed.reason;
  }
  return { addresses, programs, octavoEnv };
}
