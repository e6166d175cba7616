// What is noticed of a view that changes, and how much of it is gone through for that.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type ChangeWatch, watchChanges } from '../../../src/ui/watch-changes.ts';

let root: HTMLElement;
let watch: ChangeWatch;
const changed = vi.fn();
const looked = vi.spyOn(Element.prototype, 'getBoundingClientRect');

beforeEach(async () => {
  root = document.createElement('div');
  root.innerHTML = Array.from({ length: 40 }, (_, n) => `<button>Book ${n}</button>`).join('');
  document.body.append(root);
  watch = watchChanges(root, changed);
  watch.find();
  begin();
});

afterEach(() => {
  watch.stop();
  root.remove();
});

function begin(): void {
  changed.mockClear();
  looked.mockClear();
}

const buttons = () => [...root.querySelectorAll('button')] as HTMLElement[] as [HTMLElement, HTMLElement];

it('looks only at what the focus leaves and comes to', async () => {
  const [first, second] = buttons();
  await userEvent.keyboard('{Tab}');
  first.focus();
  watch.find();
  begin();
  second.focus();
  expect(changed).toHaveBeenCalled();
  const boxes = [first, second].map((button) => button.getBoundingClientRect().left);
  looked.mockClear();
  const changes = watch.find();
  expect(looked.mock.calls).toHaveLength(2);
  expect(changes.map(({ kind, region }) => [kind, region.x])).toEqual(boxes.map((left) => ['key', left - 10]));
});

it('looks at all of it where anything else changes with the focus', async () => {
  const [first, second] = buttons();
  first.focus();
  watch.find();
  begin();
  second.focus();
  first.style.marginTop = '40px';
  await Promise.resolve();
  const changes = watch.find();
  expect(looked.mock.calls.length).toBeGreaterThan(40);
  expect(changes.some(({ kind }) => kind === 'gone')).toBe(true);
});

it('hears nothing of what comes, grows and goes behind the view', async () => {
  const behind = document.createElement('div');
  behind.dataset.behind = '';
  root.append(behind);
  await Promise.resolve();
  behind.append(document.createElement('p'));
  await Promise.resolve();
  behind.remove();
  await Promise.resolve();
  expect(changed).not.toHaveBeenCalled();
  root.append(document.createElement('p'));
  await Promise.resolve();
  expect(changed).toHaveBeenCalledOnce();
});
