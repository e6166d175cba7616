// The library's own form for device verification, handed to a provider page: the form's secret goes into a request, the
// provider decides, and the browser's return is replayed to the library as the form it expects. The secret is bound to
// the browser by the library's session, so that another browser cannot come back with it.

import type { Context } from 'oidc-provider';
import { providerAddress } from '../provider-address.ts';
import type { DeviceRequestBody } from '../request-shapes.ts';
import { issuerAddress } from '../settings/settings.ts';
import type { StartParts } from './start-request.ts';

export const deviceAuthorizationPath = '/oauth2/device/auth';
export const devicePath = '/oauth2/device/verify';
/** The library submits a `user_code` of the query by a script; under this name it leaves it to us. */
export const keptCode = 'kept_user_code';

/** What became of the device's request, told to the device page. */
export type DeviceOutcome = 'connected' | 'refused' | 'not_found' | 'expired' | 'used' | 'failed';

export async function sendToDevicePage(parts: StartParts, ctx: Context, outcome?: DeviceOutcome): Promise<void> {
  const secret = ctx.oidc.session.state?.secret;
  if (!secret) throw new Error('The library gave no form secret.');
  const userCode = ctx.query[keptCode] ?? '';
  const body: DeviceRequestBody = {
    user_code: userCode,
    request_url: issuerAddress(parts.settings.issuer, devicePath),
  };
  const challenge = await parts.requests.create({
    kind: 'device',
    body,
    formSecret: secret,
    lifespan: parts.settings.lifespans.request,
  });
  leave(ctx, providerAddress(parts.settings, 'device', challenge, { user_code: userCode || undefined, outcome }));
}

/** After success: no form is left to be filled in. */
export function sendToDeviceEnd(parts: StartParts, ctx: Context): void {
  const address = new URL(parts.settings.deviceUrl ?? issuerAddress(parts.settings.issuer, '/oauth2/fallbacks/device'));
  address.searchParams.set('outcome', 'connected' satisfies DeviceOutcome);
  leave(ctx, address.href);
}

function leave(ctx: Context, address: string): void {
  ctx.status = 303;
  ctx.redirect(address);
}
