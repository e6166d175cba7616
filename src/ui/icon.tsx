// Our own line icons on a 24-unit grid, stroke 2, without fill: they stay crisp in two greys.

export type IconName = keyof typeof paths;

const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 11v2M12 11v2M19 11v2',
  search: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15z',
  add: 'M12 5v14M5 12h14',
  check: 'M5 12.5l5 5L20 7',
  sync: 'M4 11a8 8 0 0 1 14-4.5L20 9M20 4v5h-5M20 13a8 8 0 0 1-14 4.5L4 15M4 20v-5h5',
  offline: 'M4 4l16 16M7.5 9.5A5 5 0 0 0 7 19h10M19.5 17.5A4 4 0 0 0 17 11a6 6 0 0 0-6-5',
  warning: 'M12 4l9 16H3zM12 10v5M12 17v1',
  folder: 'M3 6h7l2 3h9v10H3z',
  pin: 'M8 4h8l-1 6 3 4H6l3-4zM12 14v7',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12',
  shelf: 'M4 4h4v16H4zM10 4h4v16h-4zM16.5 5l3-.8 3 14.8-3 .8z',
  notes: 'M5 4h14v16H5zM8 9h8M8 13h8M8 17h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 4-7 8-7s8 2 8 7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  bookmark: 'M7 4h10v17l-5-4-5 4z',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M5 20h14',
  contents: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h7',
  letters: 'M3 19L8 5l5 14M5 14h6M14 19l3.500-9L21 19M15.200 16h4.600',
  goTo: 'M4 12h11M11 8l4 4-4 4M19 5v14',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H9',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v1',
  pageLine: 'M5 3h14v18H5zM8 17h3M14 17h2M8 7h8M8 10h8',
  fold: 'M5 9l7 7 7-7',
  unfold: 'M9 5l7 7-7 7',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h5',
  keys: 'M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  clean: 'M4 5h16v11H4zM8 20h8M12 16v4M8 12l5-4',
  line: 'M4 19h16M7 14l5-10 5 10M9 11h6',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h1',
  wave: 'M3 19c2-3 4-3 6 0s4 3 6 0 4-3 6 0M7 13l5-9 5 9M9 10h6',
  play: 'M7 4l13 8-13 8z',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5',
  pause: 'M8 5v14M16 5v14',
  aloud: 'M4 9v6h4l5 4V5L8 9zM16.500 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12',
  marker: 'M4 20h16M6 16l9-11 4 3-9 11zM6 16l4 3',
} as const;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
