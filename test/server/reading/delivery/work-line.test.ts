// The line of costly work: shared, bounded, and what is only fetched ahead comes last.

import { expect, test } from 'vitest';
import { WorkLine } from '../../../../server/reading/delivery/work-line.ts';

function makeWork() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const work = (key: string) => () => {
    begun.push(key);
    return new Promise<string>((resolve) => open.set(key, () => resolve(key)));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const finish = async (key: string) => {
    open.get(key)?.();
    await settled();
  };
  return { begun, work, finish };
}

test('what somebody waits for goes first, also when it was asked for ahead before', async () => {
  const { begun, work, finish } = makeWork();
  const line = new WorkLine(1);
  const first = line.run('a', false, work('a'));
  line.run('ahead', true, work('ahead'));
  line.run('wanted later', true, work('wanted later'));
  line.run('now', false, work('now'));
  const again = line.run('wanted later', false, work('never'));
  await finish('a');
  await finish('wanted later');
  await finish('now');
  await finish('ahead');
  expect(begun).toEqual(['a', 'wanted later', 'now', 'ahead']);
  expect([await first, await again]).toEqual(['a', 'wanted later']);
});

test('a piece that fails makes room, and can be asked for again', async () => {
  const line = new WorkLine(1);
  await expect(line.run('a', false, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await line.run('a', false, async () => 'yes')).toBe('yes');
});

test('a line that is too long turns callers away', async () => {
  const { work } = makeWork();
  const line = new WorkLine(1);
  for (let n = 0; n < 65; n++) void line.run(`piece ${n}`, false, work(`piece ${n}`));
  await expect(line.run('one more', false, work('one more'))).rejects.toMatchObject({ code: 'too_many_requests' });
});
