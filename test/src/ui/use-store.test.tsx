// Reading a store through a selector: the newest one counts, and what did not change renders nothing.

import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { useStore } from '../../../src/ui/use-store.ts';

const root = document.createElement('div');
afterEach(() => render(null, root));

const settled = async (change: () => void) => {
  change();
  await afterPaint();
};

it('answers by the newest selector, and renders for what it selects only', async () => {
  const store = createStore(() => ({ a: 1, b: 10 }));
  let renders = 0;
  function Shown({ name }: { name: 'a' | 'b' }) {
    renders += 1;
    return <p>{useStore(store, (state) => state[name])}</p>;
  }
  const show = (name: 'a' | 'b') => settled(() => render(<Shown name={name} />, root));
  await show('a');
  expect(root.textContent).toBe('1');
  await settled(() => store.setState({ b: 11 }));
  expect(renders).toBe(1);
  await show('b');
  expect(root.textContent).toBe('11');
  await settled(() => store.setState({ b: 12 }));
  expect(root.textContent).toBe('12');
  await settled(() => store.setState({ a: 2 }));
  expect(renders).toBe(3);
});
