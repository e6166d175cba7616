// The call that unpacks fonts, for tests without an application: the main process's own code answers it.

import { commands } from 'vitest/browser';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import type { UnpackFont } from '../../../src/settings/fonts/font-tables.ts';

const { unpackFontHere } = commands as unknown as {
  unpackFontHere: (packed: number[], parts: object[]) => Promise<{ parts?: number[][]; code?: ErrorCode }>;
};

export const unpackFont: UnpackFont = async ({ packed, parts }) => {
  const answer = await unpackFontHere([...packed], parts);
  if (!answer.parts) throw new AppError(answer.code ?? 'internal');
  return { parts: answer.parts.map((part) => Uint8Array.from(part)) };
};
