// Turns an error of our list into the library's form, so that it travels the library's way to the client.

import { errors } from 'oidc-provider';
import type { OAuthError } from '../errors.ts';

export function libraryError(error: OAuthError): Error {
  const wrapped = new errors.OIDCProviderError(error.status, error.code, { cause: error });
  wrapped.error_description = error.message;
  wrapped.allow_redirect = error.mayRedirect;
  return wrapped;
}
