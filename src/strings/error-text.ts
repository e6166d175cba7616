// An error in the reader's language; where there is no sentence for it, the one that came with it.

import { isErrorCode } from '../../api/errors.ts';
import type { Strings } from './english.ts';

export function errorText(strings: Strings, error: { code: string; message: string }): string {
  return (isErrorCode(error.code) ? strings.errors[error.code] : undefined) ?? error.message;
}
