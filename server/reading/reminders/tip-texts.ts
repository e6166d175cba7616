// The tips themselves, in the order in which they are worth knowing.

import type { ListedBook } from '../books/book-access.ts';

export interface ReaderTip {
  tipId: string;
  from: 'open' | 'turn' | 'select' | 'chapter' | 'finish';
  place: 'page' | 'menu' | 'selection' | 'shelf';
  /** Title and text. */
  en: [string, string];
  zh: [string, string];
  /** Absent: for every book. */
  fits?(book: ListedBook): boolean;
}

export const readerTips: readonly ReaderTip[] = [
  {
    tipId: 'menu-in-the-middle',
    from: 'open',
    place: 'page',
    en: ['The menu', 'Tap the middle of the page, or press Enter, for contents, type and marks.'],
    zh: ['菜单', '轻点页面中央，或按回车键，可打开目录、排版与标注。'],
  },
  {
    tipId: 'right-to-left',
    from: 'open',
    place: 'page',
    en: ['This book runs to the left', 'The next page is on the left side, as in print.'],
    zh: ['本书向左翻页', '与纸书一样，下一页在左侧。'],
    fits: (book) => book.direction === 'rtl',
  },
  {
    tipId: 'pictures-full-screen',
    from: 'open',
    place: 'page',
    en: ['Pictures', 'Tap a picture to see it on the whole screen.'],
    zh: ['图片', '轻点图片可全屏查看。'],
    fits: (book) => book.is_comics === 1,
  },
  {
    tipId: 'turn-keys',
    from: 'turn',
    place: 'page',
    en: ['Turning with keys', 'Arrow keys, the space bar and the page buttons of a tablet turn pages.'],
    zh: ['按键翻页', '方向键、空格键和平板的翻页键都可翻页。'],
  },
  {
    tipId: 'clean-screen',
    from: 'turn',
    place: 'menu',
    en: ['Shadows of earlier pages', 'Settings, Screen says how often the panel is refreshed as a whole.'],
    zh: ['残影', '在“设置—屏幕”中可调整全屏刷新的频率。'],
  },
  {
    tipId: 'three-styles',
    from: 'select',
    place: 'selection',
    en: ['Three ways to mark', 'A line, a wave or a marker; tap a mark to change or remove it.'],
    zh: ['三种标注', '直线、波浪线或荧光；轻点标注可更改或删除。'],
  },
  {
    tipId: 'all-notes',
    from: 'select',
    place: 'menu',
    en: ['Where marks are kept', 'Notes has the marks of all books, by chapter, to read and to export.'],
    zh: ['标注在哪里', '“笔记”按章节收着所有书的标注，可阅读与导出。'],
  },
  {
    tipId: 'time-left',
    from: 'chapter',
    place: 'page',
    en: ['How long the chapter is', 'The line below the page tells the minutes that are left at your own pace.'],
    zh: ['本章还有多久', '页脚按您的速度显示剩余分钟数。'],
  },
  {
    tipId: 'mark-finished',
    from: 'finish',
    place: 'shelf',
    en: ['Finished books', 'A finished book gets its mark by itself; the shelf can show or hide them.'],
    zh: ['读完的书', '读完后会自动标记；书架可显示或隐藏它们。'],
  },
];
