// The two prompts of every authorization: login and consent, always delegated to the provider. They say whether the
// provider may skip asking, and keep what the provider decided about remembering. They must not write challenges.

import { randomUUID } from 'node:crypto';
import { type Context, interactionPolicy, type Session } from 'oidc-provider';
import type { ConsentStore } from '../consents.ts';
import { OAuthError } from '../errors.ts';
import { words } from '../scope.ts';
import { libraryError } from './library-error.ts';

const { Check, Prompt } = interactionPolicy;

export interface LoginPrompt {
  skip: boolean;
  subject: string;
  /** Claims of the id_token_hint. */
  hint: Record<string, unknown> | undefined;
}
export interface ConsentPrompt {
  skip: boolean;
}

/** What a login result carries beside the library's fields. */
export interface LoginResult {
  accountId: string;
  ts: number;
  acr?: string;
  amr?: string[];
  remember: boolean;
  /** Absent for a skipped login, which changes nothing. */
  rememberFor?: number | false;
  challenge: string;
}

const loginPrompts = new WeakMap<Context, LoginPrompt>();
const consentPrompts = new WeakMap<Context, ConsentPrompt>();

export function createPrompts(consents: ConsentStore): object[] {
  const login = new Prompt(
    { name: 'login', requestable: true },
    async (ctx) => loginPrompts.get(ctx),
    new Check('login_prompt', 'login is always delegated', 'login_required', checkLogin),
  );
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    async (ctx) => consentPrompts.get(ctx),
    new Check('consent_prompt', 'consent is always delegated', 'consent_required', (ctx) =>
      checkConsent(consents, ctx),
    ),
  );
  return [login, consent];
}

function checkLogin(ctx: Context): boolean {
  const { oidc } = ctx;
  const { session, params } = oidc;
  const result = oidc.result?.login as LoginResult | undefined;
  if (result) {
    keepRemembering(session, result);
    return Check.NO_NEED_TO_PROMPT;
  }
  const silent = oidc.prompts.has('none');
  const usable =
    !!session.accountId &&
    session.remembered === true &&
    !oidc.prompts.has('login') &&
    (params.max_age === undefined || !session.past(params.max_age));
  const hint = oidc.entities.IdTokenHint?.payload;
  if (hint && session.accountId && hint.sub !== session.accountId) {
    throw libraryError(new OAuthError('login_required', 'The id_token_hint names somebody who is not signed in here.'));
  }
  if (silent && !usable) return Check.REQUEST_PROMPT; // The library answers login_required.
  if (silent) {
    // The providers are asked all the same, and skip: they see every sign-in.
    delete params.prompt;
    params.x_prompt_none = '1';
  }
  if (session.accountId && !usable) forget(session);
  loginPrompts.set(ctx, { skip: usable, subject: usable ? (session.accountId ?? '') : '', hint });
  return Check.REQUEST_PROMPT;
}

async function checkConsent(consents: ConsentStore, ctx: Context): Promise<boolean> {
  const { oidc } = ctx;
  if (oidc.result?.consent) return Check.NO_NEED_TO_PROMPT;
  // Whoever connects a device is always told in whose name.
  const asked = oidc.prompts.has('consent') || oidc.deviceCode !== undefined;
  const remembered = asked
    ? undefined
    : await consents.findRemembered(oidc.session.accountId ?? '', oidc.client.clientId, {
        scope: [...oidc.requestParamScopes],
        audience: words(oidc.params.audience),
      });
  if (oidc.params.x_prompt_none === '1' && !remembered) {
    throw libraryError(new OAuthError('consent_required', 'prompt=none was asked for, but nothing was agreed before.'));
  }
  consentPrompts.set(ctx, { skip: remembered !== undefined });
  return Check.REQUEST_PROMPT;
}

function keepRemembering(session: Session, result: LoginResult): void {
  if (result.rememberFor === undefined) return;
  session.remembered = result.rememberFor !== false;
  session.rememberFor = result.rememberFor || 0;
  // A transient session's cookie ends with the browser; the library never takes the mark away.
  session.transient = !result.rememberFor;
}

// Left in place, the library would log the former person out before another one may sign in.
function forget(session: Session): void {
  delete session.accountId;
  delete session.loginTs;
  delete session.authorizations;
  delete session.remembered;
  delete session.transient;
  session.uid = randomUUID();
}
