// Signing in: the three ways to a session of the reading service. Identity itself comes from an OpenID provider.

import { Type } from 'typebox';
import { DeviceAuthorization, Session } from './nouns/session.ts';
import { Code, Flag, Id, optional, route, signatureFields, Text } from './route.ts';

export const login = route({
  summary:
    'Opens a session by exactly one of: code with isFromQrcode (device code), extToken (access token), refreshToken.',
  params: Type.Object({
    deviceId: Id('Made by the device at its first start'),
    deviceName: optional(Text(128)),
    deviceType: optional(Text(32)),
    code: optional(Type.String({ minLength: 1, maxLength: 512, description: 'The device code, polled until agreed' })),
    isFromQrcode: optional(Flag('code comes from a QR code sign-in')),
    extToken: optional(
      Type.String({ minLength: 1, maxLength: 8192, description: 'Access token of the authorization server' }),
    ),
    refreshToken: optional(Type.String({ minLength: 1, maxLength: 512 })),
    kickType: optional(
      Code([0, 1, 2], '0 keep other devices, 1 end sessions of the same deviceType, 2 end all others'),
    ),
    isAutoLogout: optional(Flag('The session ends when the app exits')),
    inBackground: optional(Flag('For diagnostics')),
    refCgi: optional(Text(128)),
    trackId: optional(Text(128)),
    /** With refreshToken a signature by the ended session’s signKey is checked; without one there is no key yet. */
    random: optional(signatureFields.random),
    timestamp: optional(signatureFields.timestamp),
    signature: optional(signatureFields.signature),
  }),
  reply: Session,
  errors: [
    'login_refused',
    'authorization_pending',
    'slow_down',
    'expired_token',
    'access_denied',
    'refresh_reused',
    'session_expired',
    'bad_signature',
    'clock_skew',
    'upstream_unavailable',
  ],
  anonymous: true,
});

export const extticket = route({
  summary: 'Starts a sign-in by QR code for a device that cannot reach the authorization server itself.',
  params: Type.Object({
    nonceStr: Type.String({ minLength: 8, maxLength: 128, description: 'The same within five minutes: the same code' }),
  }),
  reply: DeviceAuthorization,
  errors: ['upstream_unavailable', 'too_many_requests'],
  anonymous: true,
});
