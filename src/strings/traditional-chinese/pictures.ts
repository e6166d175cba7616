// 繁體中文: pictures, tables and formulas that fill the screen.

import type { Strings } from '../english.ts';

export const pictures: Strings['pictures'] = {
  titles: { picture: '圖片', table: '表格', formula: '公式' },
  smaller: '縮小',
  larger: '放大',
  own: '實際大小',
  whole: '顯示全部',
  invert: '反色',
  previous: '上一張',
  next: '下一張',
  part: (column, columns, row, rows) =>
    [columns > 1 ? `→ ${column} / ${columns}` : '', rows > 1 ? `↓ ${row} / ${rows}` : ''].filter(Boolean).join('  '),
};
