// The signature of writes against fixed vectors and against Node's own HMAC.

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sameSignature, sign, signedText } from '../../api/signing.ts';
import { signingVectors } from './signing-vectors.ts';

describe('a signature', () => {
  it.each(signingVectors)('is as fixed: $name', async ({ request, signKey, text, signature }) => {
    expect(signedText(request)).toBe(text);
    expect(createHmac('sha256', signKey).update(text, 'utf8').digest('hex')).toBe(signature);
    expect(await sign(request, signKey)).toBe(signature);
  });

  it('does not depend on the order in which parameters are given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 }), async (params, key) => {
        const turned = Object.fromEntries(Object.entries(params).reverse());
        const request = { method: 'POST', path: '/book/read' };
        expect(await sign({ ...request, params: turned }, key)).toBe(await sign({ ...request, params }, key));
      }),
      { numRuns: 50 },
    );
  });

  it('survives the way over JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('changes with the method, the path, any value, any name, and the key', async () => {
    const params = { a: 'x', b: { c: [1, 2] } };
    const all = await Promise.all([
      sign({ method: 'POST', path: '/p', params }, 'k'),
      sign({ method: 'GET', path: '/p', params }, 'k'),
      sign({ method: 'POST', path: '/q', params }, 'k'),
      sign({ method: 'POST', path: '/p', params: { ...params, a: 'y' } }, 'k'),
      sign({ method: 'POST', path: '/p', params: { ...params, d: 0 } }, 'k'),
      sign({ method: 'POST', path: '/p', params: { a: 'x', b: { c: [2, 1] } } }, 'k'),
      sign({ method: 'POST', path: '/p', params }, 'l'),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('cannot be moved from one parameter into another', () => {
    const split = { method: 'POST', path: '/p', params: { a: 'x', b: 'y' } };
    const joined = { method: 'POST', path: '/p', params: { a: 'x"\nb="y' } };
    expect(signedText(split)).not.toBe(signedText(joined));
  });

  it('is compared in full', () => {
    const [first] = signingVectors;
    const mac = first?.signature ?? '';
    expect(sameSignature(mac, mac)).toBe(true);
    expect(sameSignature(mac, `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`)).toBe(false);
    expect(sameSignature(mac, mac.slice(1))).toBe(false);
    expect(sameSignature(mac, '')).toBe(false);
  });
});
