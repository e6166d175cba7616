// The administrative interface of the authorization server as the account pages use it. Only HTTP: it must not know the
// server's code.

import { AppError } from '../../api/errors.ts';

export interface ClientOfRequest {
  client_id: string;
  client_name?: string;
  redirect_uris?: string[];
}
export interface LoginRequest {
  challenge: string;
  skip: boolean;
  subject: string;
  request_url: string;
  client: ClientOfRequest;
  oidc_context?: { login_hint?: string };
}
export interface ConsentRequest {
  challenge: string;
  skip: boolean;
  subject: string;
  request_url: string;
  login_session_id: string;
  requested_scope: string[];
  requested_access_token_audience: string[];
  client: ClientOfRequest;
}
export interface LogoutRequest {
  challenge: string;
  subject: string;
}
export interface WaitingDevice {
  user_code: string;
  client: ClientOfRequest;
  requested_scope: string[];
  requested_at: string;
  address: string;
  user_agent: string;
}
export interface DeviceRequest {
  challenge: string;
  user_code: string;
  device?: WaitingDevice;
}
interface Requests {
  login: LoginRequest;
  consent: ConsentRequest;
  logout: LogoutRequest;
  device: DeviceRequest;
}
type Kind = keyof Requests;

export class AuthorizationAdmin {
  readonly #base: string;

  constructor(adminUrl: string) {
    this.#base = adminUrl.replace(/\/$/, '');
  }

  /** @throws AppError not_found, conflict, gone, upstream_unavailable */
  async read<K extends Kind>(kind: K, challenge: string, extra: Record<string, string> = {}): Promise<Requests[K]> {
    return (await this.#call('GET', this.#path(kind, '', challenge, extra))) as Requests[K];
  }

  /** Where the browser goes on. */
  async accept(kind: Kind, challenge: string, body: object): Promise<string> {
    const reply = await this.#call('PUT', this.#path(kind, '/accept', challenge), body);
    return (reply as { redirect_to: string }).redirect_to;
  }

  /** Where the browser goes on; undefined where it stays. */
  async reject(kind: Kind, challenge: string, body: object): Promise<string | undefined> {
    const reply = await this.#call('PUT', this.#path(kind, '/reject', challenge), body);
    return (reply as { redirect_to: string } | undefined)?.redirect_to;
  }

  /** Ends one login session, or all of a person. */
  async endSessions(which: { subject: string } | { sid: string }): Promise<void> {
    await this.#call('DELETE', `/oauth2/auth/sessions/login?${new URLSearchParams(which)}`);
  }

  #path(kind: Kind, action: string, challenge: string, extra: Record<string, string> = {}): string {
    const query = new URLSearchParams({ [`${kind}_challenge`]: challenge, ...extra });
    return `/oauth2/auth/requests/${kind}${action}?${query}`;
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        method,
        redirect: 'error',
        ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(20_000),
      });
    } catch (cause) {
      throw new AppError('upstream_unavailable', 'The authorization server does not answer.', undefined, { cause });
    }
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw refusal(response.status, text);
  }
}

function refusal(status: number, text: string): AppError {
  if (status === 404) return new AppError('not_found', undefined, { upstream: text });
  if (status === 409) return new AppError('conflict', undefined, { upstream: text });
  if (status === 410) return new AppError('gone', undefined, { upstream: text });
  if (status !== 400) {
    return new AppError('upstream_unavailable', `The authorization server answered ${status}.`, { upstream: text });
  }
  if (errorWord(text) === 'expired_token') return new AppError('expired_token');
  const sentence = 'This page was opened without what it needs. Go back to the application and start again there.';
  return new AppError('bad_argument', sentence, { upstream: text });
}

function errorWord(text: string): unknown {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
}
