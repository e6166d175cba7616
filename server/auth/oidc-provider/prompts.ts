// The prompts of every authorization: login and consent, always delegated to the provider. They say whether the
// provider may skip asking, and refuse what the provider's answer does not fulfil. They must not write challenges.

import { type Context, interactionPolicy } from 'oidc-provider';
import type { ConsentStore } from '../consents.ts';
import { OAuthError } from '../errors.ts';
import { words } from '../scope.ts';
import { libraryError } from './library-error.ts';
import { isUsable, keepRemembering, type LoginResult } from './login-session.ts';
import { type IdentifyFor, type Unmet, unmetRequirement } from './requested-login.ts';

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

const loginPrompts = new WeakMap<Context, LoginPrompt>();
const consentPrompts = new WeakMap<Context, ConsentPrompt>();

export function createPrompts(consents: ConsentStore, identify: IdentifyFor): object[] {
  const login = new Prompt(
    { name: 'login', requestable: true },
    async (ctx) => loginPrompts.get(ctx),
    new Check('login_prompt', 'login is always delegated', 'login_required', (ctx) => checkLogin(identify, ctx)),
  );
  // Never asks by itself: the login provider shows its accounts, and every login answers this prompt as well.
  const selectAccount = new Prompt({ name: 'select_account', requestable: true }, async () => ({}));
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    async (ctx) => consentPrompts.get(ctx),
    new Check('consent_prompt', 'consent is always delegated', 'consent_required', (ctx) =>
      checkConsent(consents, ctx),
    ),
  );
  return [login, selectAccount, consent];
}

async function checkLogin(identify: IdentifyFor, ctx: Context): Promise<boolean> {
  const { oidc } = ctx;
  const { session, params } = oidc;
  const result = oidc.result?.login as LoginResult | undefined;
  if (result) {
    keepRemembering(session, result);
    refuseUnmet(await unmetRequirement(ctx, identify));
    return Check.NO_NEED_TO_PROMPT;
  }
  const silent = oidc.prompts.has('none');
  const unmet = isUsable(ctx) ? await unmetRequirement(ctx, identify) : 'login';
  if (unmet === 'subject') refuseUnmet(unmet);
  const usable = unmet === undefined;
  if (silent && !usable) return Check.REQUEST_PROMPT; // The library answers login_required.
  if (silent) {
    // The providers are asked all the same, and skip: they see every sign-in.
    delete params.prompt;
    params.x_prompt_none = '1';
  }
  loginPrompts.set(ctx, {
    skip: usable,
    subject: usable ? (session.accountId ?? '') : '',
    hint: oidc.entities.IdTokenHint?.payload,
  });
  return Check.REQUEST_PROMPT;
}

function refuseUnmet(unmet: Unmet | undefined): void {
  if (unmet === 'subject') {
    throw libraryError(new OAuthError('login_required', 'The request names somebody who is not signed in here.'));
  }
  if (unmet === 'acr') throw libraryError(new OAuthError('unmet_authentication_requirements'));
}

async function checkConsent(consents: ConsentStore, ctx: Context): Promise<boolean> {
  const { oidc } = ctx;
  if (oidc.result?.consent) {
    // A consent without scopes is one as well; the library refuses it unless something else was asked for.
    oidc.params.authorization_details = '[]';
    return Check.NO_NEED_TO_PROMPT;
  }
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
