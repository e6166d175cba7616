// The administrative interface of the authorization server as the account pages use it. Only HTTP: it must not know the
// server's code.

import { AppError, type ErrorCode } from '../../api/errors.ts';

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

  /** Ends whatever was granted in the person's name, with its tokens. */
  async endConsents(subject: string): Promise<void> {
    await this.#call('DELETE', `/oauth2/auth/sessions/consent?${new URLSearchParams({ subject, all: 'true' })}`);
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

const codeOfStatus = new Map<number, ErrorCode>([
  [404, 'not_found'],
  [409, 'conflict'],
  [410, 'gone'],
]);

function refusal(status: number, text: string): AppError {
  const { error, error_description: description } = errorBody(text);
  const code = error === 'expired_token' ? error : codeOfStatus.get(status);
  if (code) return new AppError(code, description);
  if (status === 400) {
    const sentence = 'This page was opened without what it needs. Go back to the application and start again there.';
    return new AppError('bad_argument', sentence, { upstream: text });
  }
  return new AppError('upstream_unavailable', `The authorization server answered ${status}.`, { upstream: text });
}

/** The flat error of the authorization server; empty for what something in between answered. */
function errorBody(text: string): { error?: string; error_description?: string } {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  return typeof body === 'object' && body !== null ? body : {};
}
