// The shelf's grid fits every window, and its covers can be read.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shelfGrid } from '../../../src/library/shelf-grid.ts';

it('never asks for more room than there is', () => {
  const room = fc.record({
    width: fc.integer({ min: 360, max: 3000 }),
    height: fc.integer({ min: 480, max: 3000 }),
    dpi: fc.integer({ min: 96, max: 320 }),
  });
  fc.assert(
    fc.property(room, fc.constantFrom('covers' as const, 'list' as const), ({ width, height, dpi }, layout) => {
      const millimetre = dpi / 25.4;
      const rem = Math.max(16, 3.6 * millimetre);
      fc.pre(width > 20 * rem && height > 26 * rem);
      const grid = shelfGrid({ width, height, rem, target: 9 * millimetre }, layout);
      const rowGaps = layout === 'covers' ? (grid.rows - 1) * grid.gap : 0;
      expect(grid.rows * grid.rowHeight + rowGaps).toBeLessThanOrEqual(height);
      expect(grid.columns * grid.coverWidth + (grid.columns - 1) * grid.gap).toBeLessThanOrEqual(width + 1);
      expect(grid.coverHeight).toBeLessThanOrEqual(grid.rowHeight);
      expect(grid.columns * grid.rows).toBeGreaterThan(0);
    }),
  );
});

it('shows twelve covers on a ten-inch panel', () => {
  const millimetre = 227 / 25.4;
  const grid = shelfGrid({ width: 1404, height: 1872, rem: 3.6 * millimetre, target: 9 * millimetre }, 'covers');
  expect(grid.columns * grid.rows).toBe(12);
});
