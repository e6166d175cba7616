// A signed-in device: what `POST /login` hands out.

import { type Static, Type } from 'typebox';
import { Address, Duration, Flag, Id, Seconds, Text } from '../route.ts';

export const Session = Type.Object({
  vid: Id(),
  name: Text(64),
  avatar: Address(),
  accessToken: Text(512),
  /** Good for one use. */
  refreshToken: Text(512),
  expireIn: Duration('Life of the access token'),
  /** Key of signed writes. */
  signKey: Text(128),
  openId: Text(256),
  firstLogin: Flag('The account was made by this sign-in'),
  timestamp: Seconds('The service’s clock'),
});
export type Session = Static<typeof Session>;

/** A sign-in by QR code under way (RFC 8628, section 3.2). */
export const DeviceAuthorization = Type.Object({
  deviceCode: Text(512),
  userCode: Text(32),
  verificationUri: Address(),
  verificationUriComplete: Address(),
  expiresIn: Duration(),
  /** Seconds between two polls of `POST /login`. */
  interval: Duration(),
  issuer: Address(),
});
export type DeviceAuthorization = Static<typeof DeviceAuthorization>;
