// A client of the authorization server for the token commands: its endpoints by discovery, its credentials from flags
// or environment. What the server refuses becomes one sentence.

import * as oidc from 'openid-client';
import { StartError } from '../../../base/start-error.ts';
import type { Call } from '../../commands/command.ts';
import { Refused } from '../../commands/refused.ts';
import { parseAddress } from '../call-admin.ts';
import { reach } from '../reach.ts';

const hint = 'give the public address by --endpoint or OAUTH2_ISSUER_URL';

export async function openClient(call: Call): Promise<oidc.Configuration> {
  const id = call.text('client-id');
  if (id === undefined) {
    throw new StartError('Say which client: --client-id and --client-secret, or OAUTH2_CLIENT_ID and _SECRET.');
  }
  const metadata = await discover(publicAddress(call));
  const config = new oidc.Configuration(metadata, id, undefined, authentication(call));
  // Plain http is the operator's choice, by the address that was given.
  if (metadata.issuer.startsWith('http:')) oidc.allowInsecureRequests(config);
  config[oidc.customFetch] = (url, init) => reach(new URL(url), init as RequestInit, hint);
  return config;
}

function authentication(call: Call): oidc.ClientAuth {
  const secret = call.text('client-secret');
  const method = call.text('token-endpoint-auth-method');
  if (method === 'none' || (method === undefined && secret === undefined)) return oidc.None();
  if (secret === undefined) throw new StartError(`${method} needs --client-secret or OAUTH2_CLIENT_SECRET.`);
  return method === 'client_secret_post' ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

function publicAddress(call: Call): URL {
  const given = call.text('endpoint');
  if (given !== undefined) return parseAddress(given, 'OAUTH2_ISSUER_URL');
  // A secret must not be sent to this machine when another server is meant.
  const admin = URL.parse(call.terminal.environment.AUTHSRV_ADMIN_URL ?? '')?.hostname;
  if (admin !== undefined && !['127.0.0.1', 'localhost', '[::1]'].includes(admin)) {
    throw new StartError(`AUTHSRV_ADMIN_URL is the administrative address only; ${hint}.`);
  }
  return new URL('http://127.0.0.1:4444/');
}

/** The discovery document, if it is that server's own (OpenID Connect Discovery 1.0, section 4.3). */
async function discover(issuer: URL): Promise<oidc.ServerMetadata> {
  const address = new URL(issuer);
  address.pathname = `${issuer.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await reach(address, {}, hint);
  const metadata = response.ok
    ? await response.json().then(
        (value: unknown) => value as Partial<oidc.ServerMetadata> | null,
        () => undefined,
      )
    : undefined;
  if (typeof metadata?.issuer !== 'string') {
    throw new Refused(`${issuer.host} is not a public listener (no discovery document); ${hint}.`);
  }
  if (URL.parse(metadata.issuer)?.href !== issuer.href) {
    throw new Refused(`The server at ${issuer.href} calls itself ${metadata.issuer}; give that address.`);
  }
  return metadata as oidc.ServerMetadata;
}

/** Runs one request of the client; refusals of the server and faults of its replies become sentences. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new Refused(sentenceFor(error), { cause: error });
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return `${error.error_description ?? 'The server refused.'} (${error.error})`;
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) {
    const { error: word, error_description: text } = error.cause[0]?.parameters ?? {};
    return `${text ?? 'The server refused the client.'} (${word ?? error.status})`;
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Refused) return cause.message;
  }
  return `The server's reply is not as it should be: ${error instanceof Error ? error.message : String(error)}.`;
}
