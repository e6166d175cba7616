// English: pictures, tables and formulas that fill the screen.

export const pictures = {
  titles: { picture: 'Picture', table: 'Table', formula: 'Formula' },
  smaller: 'Smaller',
  larger: 'Larger',
  own: 'Actual size',
  whole: 'All of it',
  invert: 'Invert',
  previous: 'Previous picture',
  next: 'Next picture',
  part: (column: number, columns: number, row: number, rows: number) =>
    [columns > 1 ? `→ ${column} / ${columns}` : '', rows > 1 ? `↓ ${row} / ${rows}` : ''].filter(Boolean).join('  '),
};
