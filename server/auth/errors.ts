// The authorization server's own error list: OAuth 2.0 and OpenID Connect words, each with its HTTP status and whether
// it may be sent to the client's redirect URI. Must not know the reading service's errors (`api/errors.ts`).

interface OAuthErrorRow {
  status: number;
  description: string;
  /** May travel to the client's redirect URI; the others are shown by this server itself. */
  mayRedirect: boolean;
}

export const oauthErrorTable = {
  invalid_request: {
    status: 400,
    description: 'The request is missing a parameter or is malformed.',
    mayRedirect: true,
  },
  invalid_client: { status: 401, description: 'Client authentication failed.', mayRedirect: false },
  invalid_grant: {
    status: 400,
    description: 'The code or token is wrong, used, expired or revoked.',
    mayRedirect: false,
  },
  unauthorized_client: {
    status: 400,
    description: 'This client may not use that grant type.',
    mayRedirect: false,
  },
  invalid_scope: { status: 400, description: 'A requested scope is not allowed to this client.', mayRedirect: true },
  invalid_state: {
    status: 400,
    description: 'The state is missing or shorter than 8 characters and therefore too weak.',
    mayRedirect: true,
  },
  invalid_token: { status: 401, description: 'The token is wrong, expired or revoked.', mayRedirect: false },
  unsupported_response_type: {
    status: 400,
    description: 'This client may not request that response type.',
    mayRedirect: true,
  },
  access_denied: { status: 403, description: 'The person or the server refused the request.', mayRedirect: true },
  login_required: { status: 400, description: 'Nobody is signed in.', mayRedirect: true },
  consent_required: { status: 400, description: 'The person has not agreed before.', mayRedirect: true },
  unmet_authentication_requirements: {
    status: 400,
    description: 'The person was not authenticated in the way that the request demands.',
    mayRedirect: true,
  },
  authorization_pending: { status: 400, description: 'The person has not agreed yet.', mayRedirect: false },
  slow_down: { status: 400, description: 'Polled too often; wait five seconds longer.', mayRedirect: false },
  expired_token: { status: 400, description: 'The device code has expired.', mayRedirect: false },
  invalid_client_metadata: { status: 400, description: 'A field of the client is wrong.', mayRedirect: false },
  invalid_redirect_uri: { status: 400, description: 'The redirect URI is not registered.', mayRedirect: false },
  not_found: { status: 404, description: 'Nothing was found under that path or identifier.', mayRedirect: false },
  method_not_allowed: { status: 405, description: 'This path does not take that method.', mayRedirect: false },
  conflict: { status: 409, description: 'It exists or was used already.', mayRedirect: false },
  gone: { status: 410, description: 'It existed, but is over.', mayRedirect: false },
  payload_too_large: { status: 413, description: 'The request is larger than allowed.', mayRedirect: false },
  unsupported_media_type: { status: 415, description: 'Send JSON or a form.', mayRedirect: false },
  too_many_requests: { status: 429, description: 'Too many requests; wait before asking again.', mayRedirect: false },
  server_error: { status: 500, description: 'The server failed; its log has the cause.', mayRedirect: false },
  temporarily_unavailable: { status: 503, description: 'The server cannot answer right now.', mayRedirect: false },
} as const satisfies Record<string, OAuthErrorRow>;

export type OAuthErrorCode = keyof typeof oauthErrorTable;

/** The flat body of every error reply, 404 included. */
export interface OAuthErrorBody {
  error: string;
  error_description: string;
  error_hint?: string;
  status_code: number;
}

/** An expected failure of this server. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly hint: string | undefined;

  constructor(code: OAuthErrorCode, description?: string, options?: { hint?: string; cause?: unknown }) {
    super(description ?? oauthErrorTable[code].description, options?.cause ? { cause: options.cause } : undefined);
    this.name = 'OAuthError';
    this.code = code;
    this.hint = options?.hint;
  }

  get status(): number {
    return oauthErrorTable[this.code].status;
  }

  get mayRedirect(): boolean {
    return oauthErrorTable[this.code].mayRedirect;
  }

  body(): OAuthErrorBody {
    const body: OAuthErrorBody = { error: this.code, error_description: this.message, status_code: this.status };
    if (this.hint) body.error_hint = this.hint;
    return body;
  }
}

const codeByStatus = new Map<number, OAuthErrorCode>([
  [400, 'invalid_request'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'too_many_requests'],
]);

/** The nearest error of the list for a bare HTTP status. */
export function errorForStatus(status: number, description?: string): OAuthError {
  return new OAuthError(codeByStatus.get(status) ?? (status < 500 ? 'invalid_request' : 'server_error'), description);
}
