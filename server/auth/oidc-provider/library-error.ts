// Turns an error of our list into the library's form, so that it travels the library's way to the client.

import { errors } from 'oidc-provider';
import type { OAuthError } from '../errors.ts';

export function libraryError(error: OAuthError): Error {
  const wrapped = new errors.OIDCProviderError(error.status, error.code, { cause: error });
  wrapped.error_description = plainText(error.message);
  wrapped.allow_redirect = error.mayRedirect;
  return wrapped;
}

/** RFC 6749, section 5.2: a description holds neither quotes nor anything beyond ASCII. */
function plainText(message: string): string {
  return message.replace(/["’“”]/g, "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
