// What the request log does not show.

import { expect, test } from 'vitest';
import { hideSecrets } from '../../../server/base/hide-secrets.ts';

test('hides the nonce that gives a device code again, and leaves other parameters', () => {
  expect(hideSecrets('/extticket?nonceStr=abcdefgh&lang=en')).toBe('/extticket?nonceStr=[hidden]&lang=en');
});
