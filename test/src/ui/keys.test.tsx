// Keys: arrows move by geometry within the top layer, Escape closes it and gives the focus back, page keys turn.

import { render } from 'preact';
import { useState } from 'preact/hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { Button } from '../../../src/ui/button.tsx';
import { Dialog } from '../../../src/ui/dialog.tsx';
import { listenToKeys } from '../../../src/ui/keys.ts';
import { useLayer } from '../../../src/ui/layers.ts';
import { Menu } from '../../../src/ui/menu.tsx';
import { nearestInDirection } from '../../../src/ui/nearest-in-direction.ts';
import { PagedList } from '../../../src/ui/paged-list.tsx';
import { placeBeside } from '../../../src/ui/place-beside.ts';
import { tenths } from '../../../src/ui/progress-bar.tsx';
import '../../../src/ui/theme.css';

let root: HTMLElement;
let stop: () => void;

beforeEach(() => {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  stop = listenToKeys();
});

afterEach(() => {
  render(null, root);
  root.remove();
  stop();
});

const labels = { previous: 'Previous', next: 'Next', position: (page: number, pages: number) => `${page} / ${pages}` };
const focused = () => document.activeElement?.textContent ?? '';

function Screen({ opened, onPage }: { opened: string[]; onPage: (step: number) => void }) {
  const [dialog, setDialog] = useState(false);
  const layer = useLayer({ page: onPage, back: () => opened.push('left') });
  return (
    <div ref={layer} tabIndex={-1}>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', width: '400px' }}>
        <Button first onPress={() => opened.push('one')}>
          one
        </Button>
        <Button onPress={() => opened.push('two')}>two</Button>
        <Button onPress={() => setDialog(true)}>three</Button>
        <Button disabled>four</Button>
      </div>
      {dialog && (
        <Dialog
          title="Sure?"
          onClose={() => setDialog(false)}
          buttons={
            <>
              <Button onPress={() => setDialog(false)}>no</Button>
              <Button first onPress={() => opened.push('yes')}>
                yes
              </Button>
            </>
          }
        >
          <p>text</p>
        </Dialog>
      )}
    </div>
  );
}

it('moves by arrows, presses by Enter and Space, closes by Escape and returns the focus', async () => {
  const opened: string[] = [];
  const steps: number[] = [];
  render(<Screen opened={opened} onPage={(step) => steps.push(step)} />, root);
  expect(focused()).toBe('one');
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('two');
  await userEvent.keyboard('{ArrowDown}');
  // The button below is disabled; the nearest that can be pressed is beside it.
  expect(focused()).toBe('three');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(opened).toEqual(['one']);
  await userEvent.keyboard('{ArrowDown} ');
  expect(focused()).toBe('yes');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}');
  expect(focused()).toBe('no');
  await userEvent.keyboard('{PageDown}');
  expect(steps).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(focused()).toBe('three');
  await userEvent.keyboard('{PageDown}{PageUp}{Escape}');
  expect(steps).toEqual([1, -1]);
  expect(opened).toEqual(['one', 'left']);
});

it('steps by Tab through the top layer and never out of it', async () => {
  render(<Screen opened={[]} onPage={() => undefined} />, root);
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  expect(focused()).toBe('yes');
  await userEvent.keyboard('{Tab}');
  expect(focused()).toBe('no');
  await userEvent.keyboard('{Tab}{Tab}');
  expect(focused()).toBe('no');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(focused()).toBe('yes');
  await userEvent.keyboard('{Escape}{Shift>}{Tab}{Tab}{Tab}{/Shift}');
  expect(focused()).toBe('three');
});

function Countdown() {
  const [left, setLeft] = useState(1);
  const layer = useLayer({});
  return (
    <div ref={layer} tabIndex={-1} style={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', width: '400px' }}>
      <Button>first</Button>
      <Button first disabled={left === 0} onPress={() => setLeft(left - 1)}>
        {String(left)}
      </Button>
      <Button>last</Button>
    </div>
  );
}

it('leads on from a button that can do no more', async () => {
  render(<Countdown />, root);
  await userEvent.keyboard('{Enter}');
  await afterPaint();
  expect(root.querySelector('button:disabled')?.textContent).toBe('0');
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('last');
});

it('opens a menu at what is chosen, runs one item and is gone', async () => {
  const done: string[] = [];
  function Host() {
    const [shown, setShown] = useState(true);
    const layer = useLayer({});
    return (
      <div ref={layer} tabIndex={-1}>
        {shown && (
          <Menu
            label="Order"
            beside={{ left: 10, top: 10, right: 60, bottom: 40 }}
            onClose={() => setShown(false)}
            items={[
              { text: 'a', chosen: false, onPress: () => done.push('a') },
              { text: 'b', chosen: true, onPress: () => done.push('b') },
            ]}
          />
        )}
      </div>
    );
  }
  render(<Host />, root);
  expect(focused()).toBe('b');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(done).toEqual(['a']);
  expect(document.querySelector('[role=menu]')).toBeNull();
});

it('cuts a list into pages that fit, without any overflow', async () => {
  render(
    <div style={{ height: '400px' }}>
      <PagedList
        items={Array.from({ length: 25 }, (_, index) => index)}
        rowHeight={3}
        labels={labels}
        keyOf={(item) => item}
        row={(item) => <span>row {item}</span>}
      />
    </div>,
    root,
  );
  await afterPaint();
  const rows = () => [...root.querySelectorAll('li')].map((row) => row.textContent);
  const first = rows();
  expect(first[0]).toBe('row 0');
  const room = root.querySelector('.paged-list-room') as HTMLElement;
  expect(room.scrollHeight).toBeLessThanOrEqual(room.clientHeight);
  await userEvent.click(root.querySelector('[aria-label=Next]') as HTMLElement);
  expect(rows()[0]).toBe(`row ${first.length}`);
});

it('finds the nearest box in a direction', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
  const boxes = [box(0, 20), box(20, 0), box(20, 22), box(60, 0)];
  expect(nearestInDirection(box(0, 0), boxes, 'right')).toBe(1);
  expect(nearestInDirection(box(0, 0), boxes, 'down')).toBe(0);
  expect(nearestInDirection(box(0, 0), boxes, 'left')).toBe(-1);
  expect(nearestInDirection(box(60, 0), boxes, 'left')).toBe(1);
});

it('leads up and down to the next row, however far aside', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
  const boxes = [box(200, 20), box(230, 20), box(0, 40), box(0, 60)];
  expect(nearestInDirection(box(0, 0), boxes, 'down')).toBe(0);
  expect(nearestInDirection(box(0, 80), boxes, 'up')).toBe(3);
  expect(nearestInDirection(box(0, 60), boxes, 'up')).toBe(2);
  const row = [box(90, 0), box(12, 12)];
  expect(nearestInDirection(box(0, 0), row, 'right')).toBe(0);
});

it('keeps a menu inside of the screen', () => {
  const screen = { width: 300, height: 200 };
  const size = { width: 100, height: 80 };
  expect(placeBeside({ left: 10, top: 10, right: 30, bottom: 30 }, size, screen)).toEqual({ left: 10, top: 38 });
  expect(placeBeside({ left: 280, top: 150, right: 299, bottom: 190 }, size, screen)).toEqual({ left: 192, top: 62 });
  const column = { left: 150, top: 10, right: 170, bottom: 190 };
  expect(placeBeside(column, size, screen)).toEqual({ left: 178, top: 10 });
  expect(placeBeside({ ...column, left: 250, right: 280 }, size, screen)).toEqual({ left: 142, top: 10 });
  expect(placeBeside({ left: 120, top: 0, right: 210, bottom: 200 }, size, screen)).toEqual({ left: 12, top: 8 });
  expect(placeBeside({ left: 100, top: 0, right: 120, bottom: 20 }, size, screen, { centred: true }).left).toBe(60);
});

it('shows progress in no more than ten steps, and never more than is done', () => {
  expect(tenths(0, 100)).toBe(0);
  expect(tenths(99, 100)).toBe(9);
  expect(tenths(100, 100)).toBe(10);
  expect(tenths(1, 0)).toBe(0);
  expect(new Set(Array.from({ length: 1001 }, (_, done) => tenths(done, 1000))).size).toBe(11);
});
