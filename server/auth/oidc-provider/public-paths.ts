// The protocol's paths on the public listener and the methods of each, for what is decided before the library is asked:
// 405, 413 and 415.

import { deviceAuthorizationPath, devicePath } from './delegated-pages.ts';

export const publicPaths: Readonly<Record<string, readonly ('GET' | 'POST')[]>> = {
  '/oauth2/auth': ['GET', 'POST'],
  '/oauth2/token': ['POST'],
  '/oauth2/revoke': ['POST'],
  '/userinfo': ['GET', 'POST'],
  '/.well-known/openid-configuration': ['GET'],
  '/.well-known/oauth-authorization-server': ['GET'],
  '/.well-known/jwks.json': ['GET'],
  [deviceAuthorizationPath]: ['POST'],
  [devicePath]: ['GET'],
};
