// English: the words of the settings.

import { plural } from './counting.ts';

export const settings = {
  title: 'Settings',
  reading: 'Reading',
  screen: 'Screen',
  language: 'Language',
  about: 'About',
  fontSize: 'Text size',
  lineHeight: 'Line spacing',
  margins: 'Margins',
  align: 'Alignment',
  aligns: { book: 'Original', left: 'Left', justify: 'Justified' },
  hyphenate: 'Hyphenation',
  publisherStyles: 'Publisher’s styles',
  night: 'White on black',
  on: 'On',
  off: 'Off',
  smaller: 'Less',
  larger: 'More',
  refreshEvery: 'Full refresh every',
  refreshTurns: (turns: number) =>
    turns === 0 ? 'Never' : turns < 0 ? 'Each chapter' : plural(turns, 'page', 'pages'),
  avoidFlashing: 'Avoid flashing',
  systemLanguage: 'As the system',
  version: 'Version',
  licence: 'Free software under the GNU General Public License, version 3 or later.',
};
