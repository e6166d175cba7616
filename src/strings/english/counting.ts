// English: a number with its noun.

import { grouped } from '../grouped.ts';

export const plural = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;
