// Connects a device on behalf of the person who operates this machine: walks through the verification like a browser,
// while login and consent are answered over the administrative interface.

import { AppError } from '../../api/errors.ts';
import { AuthorizationAdmin } from './authorization-admin.ts';
import { consentAnswer } from './consent-page.ts';
import { CookieJar } from './cookie-jar.ts';

export interface DeviceApproval {
  issuerUrl: string;
  adminUrl: string;
  userCode: string;
  subject: string;
  /** Told to the device's application with the scope `profile`; without it, the application learns no name. */
  displayName?: string;
}

const longestWalk = 12;

/** @throws AppError not_found, expired_token, conflict, upstream_unavailable */
export async function approveDevice(approval: DeviceApproval): Promise<void> {
  const admin = new AuthorizationAdmin(approval.adminUrl);
  const jar = new CookieJar();
  const start = new URL('oauth2/device/verify', approval.issuerUrl.replace(/\/*$/, '/'));
  let next = await step(jar, start);
  for (let walked = 0; walked < longestWalk; walked++) {
    const outcome = next.searchParams.get('outcome');
    if (outcome === 'connected') return;
    if (outcome !== null) throw refusal(outcome);
    next = await step(jar, await answer(admin, next, approval));
  }
  throw new AppError('upstream_unavailable', 'The authorization server leads in circles.');
}

/** The address where the "browser" goes on from here. */
async function answer(admin: AuthorizationAdmin, here: URL, approval: DeviceApproval): Promise<URL> {
  const device = here.searchParams.get('device_challenge');
  if (device) return new URL(await admin.accept('device', device, { user_code: approval.userCode }));
  const login = here.searchParams.get('login_challenge');
  if (login) return new URL(await admin.accept('login', login, { subject: approval.subject, remember: false }));
  const consent = here.searchParams.get('consent_challenge');
  if (consent) {
    const asked = await admin.read('consent', consent);
    return new URL(await admin.accept('consent', consent, consentAnswer(asked, approval, false)));
  }
  return here;
}

async function step(jar: CookieJar, address: URL): Promise<URL> {
  let response: Response;
  try {
    response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: jar.header(address) },
      signal: AbortSignal.timeout(20_000),
    });
  } catch (cause) {
    throw new AppError(
      'upstream_unavailable',
      `The authorization server does not answer at ${address.origin}.`,
      undefined,
      {
        cause,
      },
    );
  }
  await response.body?.cancel();
  jar.store(address, response.headers.getSetCookie());
  const location = response.headers.get('location');
  if (location) return new URL(location, address);
  throw new AppError(
    'upstream_unavailable',
    `The authorization server answered ${response.status} instead of going on.`,
  );
}

function refusal(outcome: string): AppError {
  if (outcome === 'not_found') return new AppError('not_found', 'No device is waiting with that code.');
  if (outcome === 'expired') return new AppError('expired_token');
  if (outcome === 'used') return new AppError('conflict', 'That code was used already.');
  return new AppError('upstream_unavailable', 'The device could not be connected.');
}
