// Writes the challenge of a login or consent request and gives the provider's address to which the browser is sent.

import type { Context, Interaction } from 'oidc-provider';
import type { ClientStore } from '../clients/clients.ts';
import { providerAddress } from '../provider-address.ts';
import type { ConsentRequestBody, LoginRequestBody } from '../request-shapes.ts';
import type { RequestStore } from '../requests.ts';
import { words } from '../scope.ts';
import { type AuthSettings, issuerAddress } from '../settings/settings.ts';
import type { LoginResult } from './login-session.ts';
import { showUserCode } from './private-parts.ts';
import type { ConsentPrompt, LoginPrompt } from './prompts.ts';
import { requestedClasses } from './requested-login.ts';

export interface StartParts {
  settings: AuthSettings;
  clients: ClientStore;
  requests: RequestStore;
}

/** The library's `interactions.url`. */
export async function startRequest(parts: StartParts, ctx: Context, interaction: Interaction): Promise<string> {
  const kind = interaction.prompt.name === 'login' ? 'login' : 'consent';
  const clientId = ctx.oidc.client.clientId;
  const client = await parts.clients.find(clientId);
  if (!client) throw new Error(`The client ${clientId} was deleted during its own request.`);
  const lifespan = parts.settings.lifespans.request;
  const common = { challenge: interaction.uid, clientId, lifespan };
  if (kind === 'login') {
    const body = loginBody(parts, ctx, interaction);
    await parts.requests.create({ ...common, kind, subject: body.subject || undefined, body });
  } else {
    const body = await consentBody(parts, ctx, interaction);
    await parts.requests.create({ ...common, kind, subject: body.subject, body });
  }
  return providerAddress(parts.settings, kind, interaction.uid);
}

function loginBody(parts: StartParts, ctx: Context, interaction: Interaction): LoginRequestBody {
  const details = interaction.prompt.details as Partial<LoginPrompt>;
  const { params } = interaction;
  return {
    requested_scope: words(params.scope),
    requested_access_token_audience: words(params.audience),
    skip: details.skip === true,
    subject: details.subject ?? '',
    session_id: ctx.oidc.session.uid,
    request_url: requestUrl(parts.settings, ctx),
    oidc_context: {
      acr_values: [...new Set([...words(params.acr_values), ...requestedClasses(ctx.oidc.claims)])],
      ui_locales: words(params.ui_locales),
      display: params.display ?? '',
      login_hint: params.login_hint ?? '',
      id_token_hint_claims: details.hint ?? {},
    },
  };
}

async function consentBody(parts: StartParts, ctx: Context, interaction: Interaction): Promise<ConsentRequestBody> {
  const { session, result } = ctx.oidc;
  const details = interaction.prompt.details as Partial<ConsentPrompt>;
  const login = result?.login as LoginResult | undefined;
  const before = login && (await parts.requests.recall<LoginRequestBody>('login', login.challenge));
  const { session_id, ...base } = before?.body ?? loginBody(parts, ctx, interaction);
  return {
    ...base,
    requested_scope: words(interaction.params.scope),
    requested_access_token_audience: words(interaction.params.audience),
    skip: details.skip === true,
    subject: session.accountId ?? '',
    login_challenge: login?.challenge ?? '',
    login_session_id: session.uid,
    acr: session.acr ?? '',
    context: (before?.answer?.context as Record<string, unknown> | undefined) ?? {},
  };
}

/** Where the whole request starts again. */
function requestUrl(settings: AuthSettings, ctx: Context): string {
  const code = ctx.oidc.deviceCode;
  if (!code) return issuerAddress(settings.issuer, ctx.originalUrl);
  return issuerAddress(
    settings.issuer,
    `/oauth2/device/verify?user_code=${encodeURIComponent(showUserCode(code.userCode))}`,
  );
}
