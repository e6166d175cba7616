// Starts authorization servers as programs of their own for tests of faults, and speaks to them as other tests speak to
// an installation within the test's process.

import { freePort } from '../../free-port.ts';
import { type House, registerReader } from '../accounts/house.ts';
import { launch, ready, type Service } from '../programs.ts';

export interface AuthProgram extends Service {
  /** What the helpers of other tests need of an installation. */
  house: House;
}

export interface AuthPorts {
  port: number;
  adminPort: number;
}

export async function freePorts(): Promise<AuthPorts> {
  return { port: await freePort(), adminPort: await freePort() };
}

export function authEnvironment(databaseUrl: string, { port, adminPort }: AuthPorts, issuerPort = port) {
  return {
    DATABASE_URL: databaseUrl,
    OAUTH2_ISSUER_URL: `http://127.0.0.1:${issuerPort}/`,
    OAUTH2_LOGIN_URL: 'http://127.0.0.1:9/login',
    OAUTH2_CONSENT_URL: 'http://127.0.0.1:9/consent',
    OAUTH2_LOGOUT_URL: 'http://127.0.0.1:9/logout',
    OAUTH2_DEVICE_URL: 'http://127.0.0.1:9/device',
    SYSTEM_SECRET: 'a-secret-of-this-test-without-commas',
    PUBLIC_HOST: '127.0.0.1',
    PUBLIC_PORT: String(port),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'warn',
  };
}

/** `issuerPort` is that of the process which the others stand beside. */
export async function startAuthProgram(
  databaseUrl: string,
  options: { issuerPort?: number; env?: Record<string, string> } = {},
): Promise<AuthProgram> {
  const ports = await freePorts();
  const env = { ...authEnvironment(databaseUrl, ports, options.issuerPort), ...options.env };
  const service = await ready(launch('authsrv', ['serve', 'all'], env), /authsrv ready public=(\S+)/);
  return { ...service, house: houseAt(ports) };
}

export function houseAt({ port, adminPort }: AuthPorts): House {
  const admin = `http://127.0.0.1:${adminPort}`;
  const call: House['call'] = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(admin + path, { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  return { issuer: `http://127.0.0.1:${port}/`, public: `http://127.0.0.1:${port}`, admin, call } as House;
}

export const machine = { id: 'a-machine', secret: 'a secret of this test' };

/** The reader, and a machine that asks for itself. */
export async function registerClients(house: House): Promise<void> {
  await registerReader(house);
  await house.call('POST', '/clients', {
    ...{ client_id: machine.id, client_secret: machine.secret, token_endpoint_auth_method: 'client_secret_post' },
    ...{ grant_types: ['client_credentials'], scope: 'books' },
  });
}
