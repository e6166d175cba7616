// What one reader's marks have to be after any edits, in any order of arrival: the newest edit of each field wins, a removal
// wins over older edits only.

import type { Refused } from './shelf-model.ts';

export interface Mark {
  bookId: string;
  /** 0 a page bookmark, 1 an underline. */
  type: 0 | 1;
  range: string;
  style: number;
  styleTime: number;
  colorStyle: number;
  colorTime: number;
  createTime: number;
  editTime: number;
  /** 0 while it stands. */
  removedAt: number;
}

export interface MarkLook {
  style?: number;
  colorStyle?: number;
}

export class MarkModel {
  readonly marks = new Map<string, Mark>();

  /** Answers whether it stands. */
  add(id: string, place: Pick<Mark, 'bookId' | 'type' | 'range'>, look: Required<MarkLook>, time: number): boolean {
    const before = this.marks.get(id);
    if (before && before.removedAt > time) return false;
    if (before?.removedAt !== 0) {
      const times = { styleTime: time, colorTime: time, createTime: time, editTime: time, removedAt: 0 };
      this.marks.set(id, { ...place, ...look, ...times });
      return true;
    }
    restyle(before, look, time);
    before.createTime = Math.min(before.createTime, time);
    return true;
  }

  update(id: string, look: MarkLook, time: number): Refused | undefined {
    const mark = this.marks.get(id);
    if (!mark) return 404;
    if (mark.removedAt !== 0 && mark.removedAt >= time) return 410;
    restyle(mark, look, time);
    mark.removedAt = 0;
    return undefined;
  }

  /** Answers whether it is gone. */
  remove(id: string, time: number): Refused | boolean {
    const mark = this.marks.get(id);
    if (!mark) return 404;
    if (mark.editTime <= time) mark.removedAt = Math.max(mark.removedAt, time);
    return mark.removedAt !== 0;
  }

  standing(): [string, Mark][] {
    return [...this.marks].filter(([, mark]) => mark.removedAt === 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function restyle(mark: Mark, { style, colorStyle }: MarkLook, time: number): void {
  mark.editTime = Math.max(mark.editTime, time);
  if (style !== undefined && time >= mark.styleTime) Object.assign(mark, { style, styleTime: time });
  if (colorStyle !== undefined && time >= mark.colorTime) Object.assign(mark, { colorStyle, colorTime: time });
}
