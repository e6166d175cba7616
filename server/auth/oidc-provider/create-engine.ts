// The engine on oidc-provider: mounts it on HTTP, carries the providers' answers into its interactions, looks up tokens
// and swaps the whole Provider when keys change.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import { checkClientAddresses } from '../clients/check-client-addresses.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import { ClientSecretCheck } from '../clients/client-secret.ts';
import { seconds } from '../clock.ts';
import type {
  BrowserSession,
  ConsentAnswer,
  Engine,
  IdTokenHint,
  InspectedToken,
  LoginAnswer,
  PendingDevice,
  Refusal,
} from '../engine.ts';
import { OAuthError } from '../errors.ts';
import type { KeyStore } from '../keys/keys.ts';
import { limitAnonymous } from '../listeners/limit-anonymous.ts';
import { fallbackPaths } from '../pages/fallback-pages.ts';
import { words } from '../scope.ts';
import { issuerAddress } from '../settings/settings.ts';
import { type BuiltProvider, buildProvider, type ProviderParts } from './build-provider.ts';
import { checkRedirectUris } from './check-redirect-uris.ts';
import { checkTransport } from './check-transport.ts';
import { libraryMetadata } from './client-adapter.ts';
import { deviceAuthorizationPath, devicePath } from './delegated-pages.ts';
import { readIdTokenHint } from './id-token-hint.ts';
import { TokenInspector } from './inspect-token.ts';
import type { LoginResult } from './login-session.ts';
import { findBrowserSession, signLogoutToken } from './logout-parts.ts';
import { MachineTokens } from './machine-tokens.ts';
import { normalizeUserCode, showUserCode } from './private-parts.ts';
import { AskAgain, authorizationPath, replayForm } from './replay-form.ts';
import { identifier } from './requested-login.ts';
import { serveTokenEndpoint } from './token-endpoint.ts';

/** The library adds the hash of its one script, which submits form_post replies. */
const pagePolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** From one address; a reading service that asks for its readers comes from one as well. */
const devicesPerMinute = 300;

type EngineParts = Omit<ProviderParts, 'secretCheck'> & { keys: KeyStore };

export async function createEngine(parts: EngineParts): Promise<Engine> {
  const all: ProviderParts & EngineParts = {
    ...parts,
    secretCheck: new ClientSecretCheck(parts.ring, parts.clients.renewHash.bind(parts.clients)),
  };
  const engine = new OidcEngine(all, await buildProvider(all, await parts.keys.readForSigning()));
  return engine;
}

class OidcEngine implements Engine {
  readonly #parts: ProviderParts & EngineParts;
  readonly #inspector: TokenInspector;
  readonly #machineTokens: MachineTokens;
  #built: BuiltProvider;
  #reloading: Promise<void> = Promise.resolve();
  #callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  constructor(parts: ProviderParts & EngineParts, built: BuiltProvider) {
    this.#parts = parts;
    this.#inspector = new TokenInspector(parts.database, parts.ring, parts.consents);
    this.#machineTokens = new MachineTokens(parts);
    this.#built = built;
    this.#callback = built.provider.callback();
  }

  get #provider(): Provider {
    return this.#built.provider;
  }

  mount(app: FastifyInstance): void {
    app.register(async (scope) => {
      scope.addHook('onRequest', checkTransport(this.#parts.settings.issuer));
      const anonymous = new Set([authorizationPath, devicePath]);
      limitAnonymous(scope, anonymous, this.#parts.settings.anonymousRequestsPerMinute);
      // The library reads bodies itself.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      // Anybody may ask for a device code, and each is a row until it expires.
      const rateLimit = { max: devicesPerMinute, timeWindow: 60_000 };
      scope.post(deviceAuthorizationPath, { config: { rateLimit } }, (request, reply) => this.#pass(request, reply));
      serveTokenEndpoint(scope, this.#machineTokens, (request, reply, raw) => this.#pass(request, reply, raw));
      scope.all('/*', (request, reply) => this.#pass(request, reply));
    });
  }

  async checkClient(metadata: ClientMetadata): Promise<void> {
    const { settings, outgoing } = this.#parts;
    checkRedirectUris(metadata, settings.dangerousForceHttp);
    checkClientAddresses(metadata, outgoing, settings.dangerousForceHttp);
    const secret = metadata.token_endpoint_auth_method.startsWith('client_secret_') ? 'x'.repeat(64) : null;
    try {
      await this.#provider.Client.validate(libraryMetadata(metadata, secret));
    } catch (cause) {
      if (!(cause instanceof errors.OIDCProviderError) || !cause.expose) throw cause;
      const code = cause.error === 'invalid_redirect_uri' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      throw new OAuthError(code, cause.error_description, { cause });
    }
  }

  async acceptLogin(challenge: string, answer: LoginAnswer): Promise<string> {
    const { remember } = answer;
    const interaction = await this.#interaction(challenge, 'login');
    // Who is not asked again stays authenticated as before.
    const before = remember === undefined ? interaction.session : undefined;
    const acr = answer.acr ?? before?.acr;
    const amr = answer.amr ?? before?.amr;
    const login: LoginResult = {
      accountId: answer.subject,
      ts: answer.authenticatedAt,
      ...(acr === undefined ? {} : { acr }),
      ...(amr === undefined ? {} : { amr }),
      remember: remember === undefined || (remember !== false && remember.for > 0),
      ...(remember === undefined ? {} : { rememberFor: remember === false ? false : remember.for }),
      challenge,
    };
    if (!interaction.session) login.sid = answer.sessionId;
    return this.#answer(interaction, { ...interaction.lastSubmission, login, select_account: {} });
  }

  async acceptConsent(challenge: string, answer: ConsentAnswer): Promise<string> {
    const interaction = await this.#interaction(challenge, 'consent');
    const grant = new this.#provider.Grant({ accountId: answer.subject, clientId: answer.clientId });
    grant.jti = answer.grantId;
    grant.addOIDCScope(answer.grantScope.join(' '));
    await grant.save();
    return this.#answer(interaction, { ...interaction.lastSubmission, consent: { grantId: answer.grantId } });
  }

  async pairwiseSubject(clientId: string, subject: string): Promise<string | undefined> {
    const client = await this.#provider.Client.find(clientId);
    return client?.subjectType === 'pairwise' ? identifier(this.#parts.subjects)(client, subject) : undefined;
  }

  async refuse(challenge: string, refusal: Refusal): Promise<string> {
    const interaction = await this.#interaction(challenge);
    return this.#answer(interaction, { error: refusal.error, error_description: refusal.description });
  }

  resumeAddress(verifier: string): string {
    const { issuer } = this.#parts.settings;
    return issuerAddress(issuer, `${devicePath}?device_verifier=${encodeURIComponent(verifier)}`);
  }

  browserSession(request: IncomingMessage, response: ServerResponse): Promise<BrowserSession | undefined> {
    return findBrowserSession(this.#provider, request, response);
  }

  readIdToken(token: string): Promise<IdTokenHint | undefined> {
    return readIdTokenHint(this.#provider, token);
  }

  logoutToken(clientId: string, session: BrowserSession): Promise<string | undefined> {
    return signLogoutToken(this.#provider, clientId, session);
  }

  async findDevice(userCode: string): Promise<PendingDevice | undefined> {
    const code = await this.#provider.DeviceCode.findByUserCode(normalizeUserCode(userCode), {
      ignoreExpiration: true,
    });
    if (!code) return undefined;
    const { ip, ua } = code.deviceInfo ?? {};
    return {
      state: code.isExpired ? 'expired' : code.error || code.accountId ? 'used' : 'pending',
      userCode: showUserCode(code.userCode),
      clientId: code.clientId ?? '',
      scope: words(code.params.scope),
      requestedAt: code.iat,
      deviceInfo: { ...(ip ? { address: ip } : {}), ...(ua ? { userAgent: ua } : {}) },
    };
  }

  async refuseDevice(userCode: string): Promise<void> {
    const code = await this.#provider.DeviceCode.findByUserCode(normalizeUserCode(userCode));
    if (!code || code.error || code.accountId) throw new OAuthError('gone', 'That user code is no longer waiting.');
    code.error = 'access_denied';
    code.errorDescription = 'The person refused the device.';
    await code.save();
  }

  inspect(token: string): Promise<InspectedToken | undefined> {
    return this.#inspector.inspect(this.#built.jwt, token);
  }

  reloadKeys(): Promise<void> {
    // One after the other: what was read last has to be what stays.
    this.#reloading = this.#reloading.then(
      () => this.#reload(),
      () => this.#reload(),
    );
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    this.#built = await buildProvider(this.#parts, await this.#parts.keys.readForSigning());
    this.#callback = this.#built.provider.callback();
  }

  async #pass(
    request: FastifyRequest,
    reply: FastifyReply,
    raw: IncomingMessage = request.raw,
  ): Promise<FastifyReply | undefined> {
    const { requests, settings } = this.#parts;
    const replayed = await replayForm(requests, raw);
    if (!replayed) {
      const address = new URL(settings.errorUrl ?? issuerAddress(settings.issuer, fallbackPaths.error));
      address.searchParams.set('error', 'invalid_request');
      address.searchParams.set('error_description', 'This step was done already or has expired; start again.');
      return reply.redirect(address.href, 302);
    }
    if (replayed instanceof AskAgain) return reply.redirect(issuerAddress(settings.issuer, replayed.path), 303);
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.setHeader('content-security-policy', pagePolicy);
    if (new URL(settings.issuer).protocol === 'https:') {
      replayed.headers['x-forwarded-proto'] = 'https';
      // The library would believe anybody about it.
      replayed.headers['x-forwarded-for'] = request.ip;
    }
    reply.hijack();
    await this.#callback(replayed, reply.raw);
    return undefined;
  }

  async #interaction(challenge: string, prompt?: string): Promise<Interaction> {
    const interaction = await this.#provider.Interaction.find(challenge);
    if (!interaction || (prompt !== undefined && interaction.prompt.name !== prompt)) {
      throw new OAuthError('gone', 'The request has expired.');
    }
    return interaction;
  }

  async #answer(interaction: Interaction, result: Record<string, unknown>): Promise<string> {
    interaction.result = result;
    await interaction.save(Math.max(1, interaction.exp - seconds()));
    return interaction.returnTo;
  }
}
