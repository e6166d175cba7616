// Several processes on one database behind one address: a login that was begun at one is finished at the other while the
// first is restarted, and the system secret is replaced meanwhile without anybody noticing.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from 'openid-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import { codeRequest, configure, type House, registerReader } from '../accounts/house.ts';
import { type AuthPorts, authEnvironment, freePorts, houseAt } from '../crash/auth-program.ts';
import { forEachDatabase } from '../databases.ts';
import { killAll, launch, ready, type Service } from '../programs.ts';
import { browserAt, introspect, tokenRequest } from './authorize.ts';

const former = 'the-former-secret-of-this-test';
const next = 'the-next-secret-of-this-test';
const requests = '/oauth2/auth/requests';

/** One address in front of several processes, led to one of them at a time. */
async function openSwitch() {
  const sockets = new Set<Socket>();
  let target = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from) && to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    lead(to: AuthPorts) {
      target = to.port;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

forEachDatabase((name, open) => {
  // On SQLite processes share a machine, where nothing is restarted one after the other.
  test.runIf(name === 'postgres')(
    'a rolling restart with another system secret loses no login and no token',
    { timeout: 300_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'octavo-rolling-'));
      const line = await openSwitch();
      onTestFinished(async () => {
        await killAll();
        await line.close();
        await rm(folder, { recursive: true, force: true });
      });
      const databaseUrl = await open.url(authMigrations);
      const start = async (name: string, secrets: string[]) => {
        const ports = await freePorts();
        const file = join(folder, `${name}.yaml`);
        await writeFile(file, `SYSTEM_SECRET: [${secrets.join(', ')}]\n`);
        const { SYSTEM_SECRET: _, ...env } = authEnvironment(databaseUrl, ports, line.port);
        const args = ['serve', 'all', '--config', file];
        const service = await ready(launch('authsrv', args, { ...env, LOG_LEVEL: 'info' }), /ready public=(\S+)/);
        const house: House = { ...houseAt(ports), issuer: `http://127.0.0.1:${line.port}/` };
        return { ports, file, service, house };
      };
      const stop = async (service: Service) => {
        service.process.kill('SIGTERM');
        expect(await service.ended, service.output.err).toBe(0);
      };
      const first = await start('first', [former]);
      const second = await start('second', [former]);
      line.lead(first.ports);
      await registerReader(first.house);
      const { body: machine } = await first.house.call('POST', '/clients', {
        client_id: 'machine',
        grant_types: ['client_credentials'],
        scope: 'books',
        token_endpoint_auth_method: 'client_secret_post',
      });
      const asMachine = () =>
        tokenRequest(first.house, {
          grant_type: 'client_credentials',
          client_id: 'machine',
          client_secret: String(machine.client_secret),
        });
      const config = await configure(first.house);
      const browser = browserAt(first.house);
      const { url, checks } = await codeRequest(config);
      const login = (await browser.open(url)).url.searchParams.get('login_challenge');

      // The next secret is made known everywhere before anybody signs with it.
      await writeFile(second.file, `SYSTEM_SECRET: [${former}, ${next}]\n`);
      second.service.process.kill('SIGHUP');
      await vi.waitFor(() => expect(second.service.output.err).toContain('the system secrets were replaced'), 30_000);
      line.lead(second.ports);
      await stop(first.service);

      const accepted = await second.house.call('PUT', `${requests}/login/accept?login_challenge=${login}`, {
        subject: 'ada',
        remember: true,
        remember_for: 3600,
      });
      const there = await browser.open(String(accepted.body.redirect_to));
      const consent = there.url.searchParams.get('consent_challenge');
      expect(consent).not.toBeNull();

      const third = await start('third', [next, former]);
      line.lead(third.ports);
      const agreed = await third.house.call('PUT', `${requests}/consent/accept?consent_challenge=${consent}`, {
        grant_scope: ['openid', 'offline_access'],
        grant_access_token_audience: ['octavo'],
        session: { access_token: { role: 'reader' } },
      });
      const callback = (await browser.open(String(agreed.body.redirect_to))).url;
      expect(callback.searchParams.get('code'), callback.href).not.toBeNull();
      line.lead(second.ports);
      const tokens = await client.authorizationCodeGrant(config, callback, checks);
      for (const { house } of [second, third]) {
        expect(await introspect(house, tokens.access_token)).toMatchObject({ active: true, ext: { role: 'reader' } });
      }
      // The file alone is enough; and a file that would lose the keys changes nothing.
      await writeFile(second.file, `SYSTEM_SECRET: [another-secret-of-this-test]\n`);
      await vi.waitFor(() => expect(second.service.output.err).toContain('were not taken up'), 30_000);
      expect((await introspect(second.house, tokens.access_token)).active).toBe(true);
      await writeFile(second.file, `SYSTEM_SECRET: [${next}, ${former}]\n`);
      await vi.waitFor(() => expect(second.service.output.err.match(/secrets were replaced/g)).toHaveLength(2), 30_000);
      line.lead(third.ports);
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect((await introspect(second.house, refreshed.access_token)).active).toBe(true);
      await vi.waitFor(() => expect(third.service.output.err).toContain('sealed with the first secret'), 30_000);
      // A generated secret is kept under the present system secret from its next use on.
      expect((await asMachine()).status).toBe(200);
      await stop(second.service);
      await stop(third.service);

      // What is kept for long was sealed anew, so the former secret can go.
      const last = await start('last', [next]);
      line.lead(last.ports);
      const again = await client.refreshTokenGrant(config, refreshed.refresh_token ?? '');
      expect(await introspect(last.house, again.access_token)).toMatchObject({ active: true, ext: { role: 'reader' } });
      expect((await asMachine()).status).toBe(200);
      const sessions = await last.house.call('GET', '/oauth2/auth/sessions/login?subject=ada');
      expect(sessions.body).toMatchObject([{ subject: 'ada', remember: true }]);
      await stop(last.service);
    },
  );
});
