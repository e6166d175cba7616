// Requests with the exact text and the exact signature that every implementation of the signature has to reach.

import type { Signable } from '../../api/signing.ts';

export interface SigningVector {
  name: string;
  signKey: string;
  request: Signable;
  text: string;
  signature: string;
}

export const signingVectors: SigningVector[] = [
  {
    name: 'plain values, sorted by name, without the signature itself',
    signKey: '5f0c1e2d3b4a59687766554433221100',
    request: {
      method: 'post',
      path: '/comm/record',
      params: {
        timestamp: 1700000000,
        random: '0123456789abcdef',
        key: 'k',
        cmd: 'set',
        value: 'v',
        signature: 'left out',
      },
    },
    text: 'POST\n/comm/record\ncmd="set"\nkey="k"\nrandom="0123456789abcdef"\ntimestamp=1700000000\nvalue="v"',
    signature: 'f87761ed729867287f55fb9007633452e05a2687a8792c60bcbd82dd0cf22396',
  },
  {
    name: 'unicode in names and values: Chinese, Arabic, an emoji, quotes, a line break',
    signKey: 'schlüssel-键-🔑',
    request: {
      method: 'POST',
      path: '/book/read',
      params: { summary: '第一章 “start”\n\t\\', ü: 'é', عنوان: 'كتاب', 书: '📖', z: '' },
    },
    text: 'POST\n/book/read\nsummary="第一章 “start”\\n\\t\\\\"\nz=""\nü="é"\nعنوان="كتاب"\n书="📖"',
    signature: 'a00fc211d24d01a6cd405fd33ace61bcd96a02e932c2fd8a02e455f1be552a0c',
  },
  {
    name: 'nested objects sorted at every level, arrays in their order, absent members left out',
    signKey: 'key',
    request: {
      method: 'POST',
      path: '/book/batchUploadProgress',
      params: {
        recordCreateTimeZone: undefined,
        books: [
          { progress: 12.5, bookId: 'b_2', hours: [{ time: 3600, readingTime: 60 }], finish: undefined },
          { bookId: 'b_1', B: 1, a: { y: null, x: true } },
          [],
          {},
        ],
      },
    },
    text:
      'POST\n/book/batchUploadProgress\n' +
      'books=[{"bookId":"b_2","hours":[{"readingTime":60,"time":3600}],"progress":12.5},{"B":1,"a":{"x":true,"y":null},"bookId":"b_1"},[],{}]',
    signature: 'f078b41ed64d8e132abaea9e3ef873f28a1f3de56be1d84293594b008149edac',
  },
  {
    name: 'numbers as JSON writes them, flags, null, names that differ in case',
    signKey: 'k'.repeat(200),
    request: {
      method: 'POST',
      path: '/cos/receive',
      params: { b: 1e21, a: 0.1, C: -0, c: 100, d: null, e: false, f: 1.0, g: 123456789012 },
    },
    text: 'POST\n/cos/receive\nC=0\na=0.1\nb=1e+21\nc=100\nd=null\ne=false\nf=1\ng=123456789012',
    signature: '3606ab2e9f3b622effc5a453c09351085023add452eb79f94a2c2a318f63911a',
  },
  {
    name: 'no parameters at all',
    signKey: 'k',
    request: { method: 'GET', path: '/', params: {} },
    text: 'GET\n/',
    signature: '746e862a70fb24f2e55099b5fda6ec64863c3215dea17fbff353c05fe0b407b9',
  },
];
