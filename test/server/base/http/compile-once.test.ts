// A schema is compiled when it comes for the first time, and never again.

import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileOnce } from '../../../../server/base/http/compile-once.ts';

test('compiles each schema once, and another that is alike on its own', () => {
  const asked: unknown[] = [];
  const compiled = compileOnce((schema) => ({ number: asked.push(schema) }));
  const [one, other] = [Type.Object({ name: Type.String() }), Type.Object({ name: Type.String() })];
  expect([compiled(one), compiled(other), compiled(one)]).toEqual([{ number: 1 }, { number: 2 }, { number: 1 }]);
  expect(asked).toEqual([one, other]);
});
