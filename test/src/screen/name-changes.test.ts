// What changes that nobody named are taken for.

import { expect, it } from 'vitest';
import { type Change, nameChanges } from '../../../src/screen/name-changes.ts';

const screen = { x: 0, y: 0, width: 400, height: 600 };

function named(changes: Change[], view = true): string[] {
  const said: string[] = [];
  nameChanges(changes, view ? { region: screen, imageShare: () => 0.4 } : undefined, (intent, region, detail) => {
    const { x, y, width, height } = region;
    const more = `${detail?.closing ? ' closing' : ''}${detail?.imageShare ? ` with ${detail.imageShare} pictures` : ''}`;
    said.push(`${intent}${more} ${x},${y} ${width}x${height}`);
  });
  return said;
}

const at = (kind: Change['kind'], x: number, y: number, width: number, height: number): Change => ({
  kind,
  region: { x, y, width, height },
});

it('tells presses, pictures and parts of a view apart', () => {
  expect(named([])).toEqual([]);
  expect(named([at('key', 0, 0, 40, 40), at('picture', 50, 0, 40, 60), at('part', 0, 500, 300, 20)])).toEqual([
    'key 0,0 40x40',
    'image 50,0 40x60',
    'panel 0,500 300x20',
  ]);
});

it('shows the text again where something goes from a view', () => {
  expect(named([at('gone', 0, 0, 40, 40)])).toEqual(['panel closing 0,0 40x40']);
  expect(named([at('gone', 0, 0, 40, 40)], false)).toEqual(['panel 0,0 40x40']);
});

it('takes other content of a quarter of the view for a page, and nothing in a menu', () => {
  const rows = [0, 1, 2].map((row) => at('part', 0, row * 100, 400, 90));
  expect(named([...rows, at('picture', 0, 0, 60, 90), at('key', 0, 560, 40, 40)])).toEqual([
    'page with 0.4 pictures 0,0 400x290',
    'image 0,0 60x90',
    'key 0,560 40x40',
  ]);
  expect(named(rows, false)).toEqual(['panel 0,0 400x90', 'panel 0,100 400x90', 'panel 0,200 400x90']);
  // Far apart, but little: the box around them counts no more than they do.
  expect(named([at('part', 0, 0, 20, 20), at('part', 380, 580, 20, 20)])).toHaveLength(2);
});

it('takes pictures that come late for no page, also where they take the place of something', () => {
  const covers = [0, 1].map((column) => at('picture', column * 200, 0, 190, 500));
  expect(named(covers)).toEqual(['image 0,0 190x500', 'image 200,0 190x500']);
  const drawn = [0, 1].map((column) => at('gone', column * 200, 0, 190, 500));
  expect(named([...drawn, ...covers, at('part', 0, 580, 100, 20)]).filter((said) => said.startsWith('page'))).toEqual(
    [],
  );
});

it('takes a view whose pictures go for another page, however little comes', () => {
  const places = Array.from({ length: 12 }, (_, n) => [(n % 4) * 100, Math.floor(n / 4) * 200] as const);
  const gone = places.slice(1).flatMap(([x, y]) => [at('gone', x, y, 90, 180), at('picture', x, y, 90, 140)]);
  const come = [at('part', 0, 0, 90, 180), at('picture', 0, 0, 90, 140)];
  expect(named([...gone, ...come])[0]).toBe('page with 0.4 pictures 0,0 390x580');
});

it('tells many small regions as one of each kind', () => {
  const many = Array.from({ length: 20 }, (_, index) => at(index % 2 ? 'key' : 'part', index * 20, 0, 10, 10));
  expect(named(many)).toEqual(['key 20,0 370x10', 'panel 0,0 370x10']);
});
