// What the page takes for a book's cover, of what the main process answers.

import { afterEach, expect, it, vi } from 'vitest';
import { fetchCover } from '../../../src/app/fetch-cover.ts';

afterEach(() => vi.restoreAllMocks());

const answer = (status: number, state: string) =>
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response('picture', { status, headers: { 'octavo-file': state } }));

it('takes the one that the service has now, and none that may be of before', async () => {
  const asked = answer(200, 'current');
  expect(await (await fetchCover('b 1'))?.text()).toBe('picture');
  expect(asked).toHaveBeenCalledWith('/covers/b%201');
  answer(200, 'last-seen');
  await expect(fetchCover('b 1')).rejects.toMatchObject({ code: 'offline' });
});

it('tells a book without a cover from one whose cover cannot be had', async () => {
  answer(404, 'current');
  expect(await fetchCover('b')).toBeUndefined();
  answer(503, 'current');
  await expect(fetchCover('b')).rejects.toMatchObject({ code: 'upstream_unavailable' });
});
