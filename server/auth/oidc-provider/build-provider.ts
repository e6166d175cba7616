// Builds one Provider from the present keys. A Provider is never changed afterwards: new keys make a new one.

import { createRequire } from 'node:module';
import { type Context, Provider } from 'oidc-provider';
import type { Log } from '../../base/log.ts';
import type { ClientSecretCheck } from '../clients/client-secret.ts';
import type { StoredKey } from '../keys/stored-key.ts';
import type { EndedSession, SessionStore } from '../sessions.ts';
import { type ConfigurationParts, libraryConfiguration } from './configuration.ts';
import { serveDiscovery } from './discovery.ts';
import { dressReply } from './dress-reply.ts';
import { wrapGrants } from './grants.ts';
import { refuseOtherTokens } from './id-token-hint.ts';
import { JwtAccessTokens } from './jwt-access-token.ts';
import { endLeftSessions, keepEnded } from './logout-parts.ts';
import {
  compareHashedSecrets,
  fetchUnknownKeys,
  insistOnRegisteredMethod,
  useAssertionsOnce,
} from './private-clients.ts';
import {
  acceptAnyScope,
  allowConfirmingAgain,
  allowImplicitResponse,
  bindAccessTokens,
  changePersonAtLogin,
  giveAllClaims,
  refuseResponseTypes,
  rememberInSessions,
  shareSessionId,
  takeAddressesFromIssuer,
} from './private-parts.ts';
import { identifier } from './requested-login.ts';
import { tellOutages } from './tell-outages.ts';
import { tokenPath } from './token-endpoint.ts';
import { installTokenFormat } from './token-models.ts';
import { storeTogether } from './token-writes.ts';

/** The overrides of `private-parts.ts` were read against this version. */
const pinnedVersion = '9.13.3';

export interface ProviderParts extends ConfigurationParts {
  log: Log;
  sessions: SessionStore;
  /** Another person took over the browser's session. */
  leftBehind(session: EndedSession): Promise<void>;
  secretCheck: ClientSecretCheck;
}

export interface BuiltProvider {
  provider: Provider;
  jwt: JwtAccessTokens;
}

export async function buildProvider(parts: ProviderParts, keys: readonly StoredKey[]): Promise<BuiltProvider> {
  refuseOtherVersion();
  const { settings, database, ring, clients, log } = parts;
  const provider = new Provider(settings.issuer, libraryConfiguration(parts, keys));
  // The issuer says how the outside reaches this server, whatever stands in between.
  provider.proxy = new URL(settings.issuer).protocol === 'https:';
  takeAddressesFromIssuer(provider);
  allowImplicitResponse(provider);
  acceptAnyScope(provider);
  giveAllClaims(provider, identifier(parts.subjects));
  bindAccessTokens(provider);
  compareHashedSecrets(provider, parts.secretCheck);
  insistOnRegisteredMethod(provider);
  fetchUnknownKeys(provider);
  useAssertionsOnce(provider, database);
  refuseResponseTypes(provider);
  refuseOtherTokens(provider);
  shareSessionId(provider);
  rememberInSessions(provider);
  changePersonAtLogin(provider);
  keepEnded(provider, (sid) => parts.sessions.isEnded(sid));
  allowConfirmingAgain(provider);
  const jwt = await JwtAccessTokens.open(settings.issuer, keys);
  installTokenFormat(provider, {
    ring,
    jwt,
    wantsJwt: async (token) => {
      // A new token knows its client; one that is stored again has to ask.
      const client = token.client ?? (await clients.find(token.clientId ?? ''))?.metadata;
      return (client?.access_token_strategy || settings.accessTokenStrategy) === 'jwt';
    },
  });
  wrapGrants(provider, {
    strategy: settings.scopeStrategy,
    pollInterval: settings.lifespans.devicePoll,
    ring,
    database,
  });
  provider.use(tellOutages(provider, log));
  provider.use(endLeftSessions(parts.leftBehind));
  provider.use(dressReply);
  provider.use(serveDiscovery(settings));
  provider.use(storeTogether(database, tokenPath));
  listen(provider, log, settings.lifespans.devicePoll);
  return { provider, jwt };
}

function listen(provider: Provider, log: Log, pollInterval: number): void {
  // Koa would print these itself.
  provider.on('error', ((error: Error & { expose?: boolean }) => {
    if (!error.expose) log.warn({ err: error }, 'a reply could not be sent');
  }) as (...args: never[]) => void);
  provider.on('device_authorization.success', ((_ctx: Context, body: Record<string, unknown>) => {
    body.interval = pollInterval;
  }) as (...args: never[]) => void);
}

function refuseOtherVersion(): void {
  const { version } = createRequire(import.meta.url)('oidc-provider/package.json') as { version: string };
  if (version !== pinnedVersion) {
    throw new Error(`oidc-provider ${version} is installed; the overrides were read against ${pinnedVersion}.`);
  }
}
