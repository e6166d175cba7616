// Puts the `octavo` program together: reading service and account pages on one listener, health, the contract's page.
// The only file that knows all parts.

import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { mountAccounts } from './accounts/mount.ts';
import { serveFolderBlobs } from './base/blobs/serve-blobs.ts';
import { serveHealth } from './base/http/health.ts';
import { createHttp } from './base/http/http.ts';
import { type OpenApiDocument, serveOpenApi } from './base/http/openapi-page.ts';
import type { Log } from './base/log.ts';
import { listen } from './base/stop.ts';
import { contractDocument } from './contract-document.ts';
import { type Octavo, openOctavo, realmOf } from './open-octavo.ts';
import { startReadingJobs } from './reading/define-jobs.ts';
import type { Watching } from './reading/import/folder/watch-folder.ts';
import { serveReading } from './reading/serve-reading.ts';
import { openIdentity } from './reading/sign-in/identity.ts';
import { audience, clientId, registerClient } from './register-client.ts';
import type { Settings } from './settings.ts';
import { startWatching } from './start-watching.ts';
import { welcomeReader } from './welcome-reader.ts';

export interface Running {
  /** Where it listens. */
  address: string;
  /** Resolves when the client is registered at the authorization server. */
  registered: Promise<void>;
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>;
}

/** Resolves when it answers. Rejects with `StartError` when a setting, the database or the port does not serve. */
export async function startOctavo(given: Settings, log: Log, version: string): Promise<Running> {
  const settings = given.port === 0 ? { ...given, port: await freePort(given.host) } : given;
  const octavo = await openOctavo(settings, log);
  const app = createHttp({ log, trustProxy: settings.trustProxy });
  let watching: Watching | undefined;
  try {
    // What is wrong with its settings is said before anything is served.
    watching = await startWatching(octavo);
    serveAll(app, octavo, version);
    const address = await listen(app, settings);
    const stopJobs = await startReadingJobs(octavo.jobs, octavo);
    const ending = new AbortController();
    const registration = settings.authAdminUrl ? registerClient(settings.authAdminUrl, log, ending.signal) : undefined;
    log.info({ address, database: octavo.database.address }, 'listening');
    return {
      address,
      registered: registration?.first ?? Promise.resolve(),
      async stop() {
        ending.abort();
        await app.close();
        await watching?.stop();
        stopJobs();
        await registration?.ended;
        await octavo.close();
      },
    };
  } catch (error) {
    await app.close();
    await watching?.stop();
    await octavo.close();
    throw error;
  }
}

/** Taken before the service opens, because addresses of uploads carry the port. */
async function freePort(host: string): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    // What is wrong with the host is said when the service itself listens.
    probe.once('error', () => resolve(0));
    probe.listen(0, host, () => resolve((probe.address() as AddressInfo).port));
  });
  if (port !== 0) await new Promise((resolve) => probe.close(resolve));
  return port;
}

function serveAll(app: FastifyInstance, octavo: Octavo, version: string): void {
  const { settings, log, reading, jobs, database, blobs, publicUrl } = octavo;
  const { issuerUrl, authAdminUrl } = settings;
  serveHealth(app, {
    log,
    checks: { database: () => database.ping(), blobs: () => blobs.ping() },
    gauges: {
      jobs_waiting: { help: 'Jobs that wait to be run', read: async () => (await jobs.counts()).waiting },
      jobs_failed: { help: 'Jobs that were given up', read: async () => (await jobs.counts()).failed },
    },
  });
  serveFolderBlobs(app, blobs);
  const identity = openIdentity({
    issuer: issuerUrl,
    realm: realmOf(settings),
    clientId,
    audience,
    log,
    ...(authAdminUrl
      ? {
          introspectionUrl: new URL('oauth2/introspect', `${authAdminUrl}/`).href,
          consentsUrl: new URL('oauth2/auth/sessions/consent', `${authAdminUrl}/`).href,
        }
      : {}),
  });
  const served = serveReading(app, reading, identity, {
    blobs,
    log,
    popularReaders: settings.popularReaders,
    reachable: settings.outgoingAddresses,
  });
  const about = { service: publicUrl, issuer: issuerUrl, clientId, audience, version };
  app.get('/.well-known/octavo-configuration', async () => about);
  serveOpenApi(app, () => contractDocument({ version, publicUrl, served }) as unknown as OpenApiDocument);
  if (authAdminUrl) {
    mountAccounts(app, {
      database: octavo.accounts,
      adminUrl: authAdminUrl,
      issuerUrl,
      log,
      welcome: welcomeReader(octavo),
    });
  }
}
