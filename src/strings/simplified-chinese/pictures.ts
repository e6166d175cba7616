// 简体中文: pictures, tables and formulas that fill the screen.

import type { Strings } from '../english.ts';

export const pictures: Strings['pictures'] = {
  titles: { picture: '图片', table: '表格', formula: '公式' },
  smaller: '缩小',
  larger: '放大',
  own: '实际大小',
  whole: '显示全部',
  invert: '反色',
  previous: '上一张',
  next: '下一张',
  part: (column, columns, row, rows) =>
    [columns > 1 ? `→ ${column} / ${columns}` : '', rows > 1 ? `↓ ${row} / ${rows}` : ''].filter(Boolean).join('  '),
};
