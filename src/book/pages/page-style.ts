// How drawn pages are shown before the reader has said anything.

import type { PageStyle } from '../book.ts';

export const defaultPageStyle: PageStyle = {
  fit: 'page',
  zoom: 1,
  crop: 'auto',
  spread: 'auto',
  halves: true,
  darken: 0,
};
