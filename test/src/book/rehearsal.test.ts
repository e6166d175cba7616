import { afterEach, beforeEach, expect, it } from 'vitest';
import { rehearseOpening } from '../../../src/book/rehearsal.ts';
import { makeContainer, plainStyle } from './reading-style.ts';

let container: HTMLElement;

beforeEach(() => {
  container = makeContainer();
});

afterEach(() => {
  container.remove();
});

/** What stood in the container's frames while somebody waited. */
async function watched(work: Promise<void>): Promise<string> {
  const seen = new Set<string>();
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    for (const frame of container.querySelectorAll('iframe')) seen.add(frame.contentDocument?.body?.textContent ?? '');
    await new Promise((resolve) => setTimeout(resolve));
  }
  await ended;
  return [...seen].join('|');
}

it('is given up when a book is opened meanwhile, and leaves nothing behind', async () => {
  const opened = new AbortController();
  const rehearsed = rehearseOpening(container, plainStyle, opened.signal);
  expect(container.querySelectorAll('iframe')).toHaveLength(1);
  opened.abort();
  expect(await watched(rehearsed)).not.toContain('Words');
  expect(container.childElementCount).toBe(0);
});

it('lays a chapter of its own out as any book’s, once, and leaves nothing behind', async () => {
  const { signal } = new AbortController();
  const failures: unknown[] = [];
  const failed = (event: ErrorEvent) => failures.push(event.error);
  addEventListener('error', failed);
  expect(await watched(rehearseOpening(container, plainStyle, signal))).toContain('Words, slanted and bold: there.');
  expect(container.childElementCount).toBe(0);
  expect(await watched(rehearseOpening(container, plainStyle, signal))).toBe('');
  removeEventListener('error', failed);
  expect(failures).toEqual([]);
});
