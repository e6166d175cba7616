// Reads JSON that a stranger sent, as a body or inside a query: bounded depth, no prototype keys, no NUL and no half
// surrogate pair (neither can be stored).
// Must not know what the body is for.

import { AppError } from '../../../api/errors.ts';

const deepest = 32;
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype']);
const suspicious = /__proto__|constructor|prototype|\\u/;

/** An empty body is an object without members. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return {};
  checkNesting(text);
  try {
    // Looking at every member costs three times the parsing; only a text that could name such a key pays for it.
    return suspicious.test(text) ? JSON.parse(text, refuseOddMembers) : JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badBody('This is not valid JSON.', error);
  }
}

// Before parsing, because a parser that recurses is what deep nesting aims at.
function checkNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) {
        if (text.startsWith('u0000', i + 1)) throw badBody('The JSON holds a NUL character, which cannot be stored.');
        i++;
      } else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      depth++;
      if (depth > deepest) throw badBody(`The JSON is nested more than ${deepest} levels deep.`);
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
}

function refuseOddMembers(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
    throw badBody('The JSON holds half of a surrogate pair, which is no character.');
  }
  if (prototypeKeys.has(key)) throw badBody(`The JSON has a member named ${key}, which is not accepted.`);
  return value;
}

function badBody(message: string, cause?: unknown): AppError {
  return new AppError('bad_argument', message, { json: message }, { cause });
}
