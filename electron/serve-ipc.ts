// Answers the renderer's calls: one wrapper checks the name and the arguments against the contract, and turns every
// outcome into an `IpcResult`. The hosts check the sender before they come here.

import { Value } from 'typebox/value';
import { AppError } from '../api/errors.ts';
import { type Handlers, type IpcName, type IpcResult, ipcCalls } from '../api/ipc.ts';
import type { Log } from './disk/log.ts';

/** Never rejects. */
export type AnswerCall = (name: string, request: unknown) => Promise<IpcResult<unknown>>;

export function serveIpc(handlers: Handlers, log: Log): AnswerCall {
  return async (name, request) => {
    if (!isCall(name)) return refuse(`There is no call named ${name.slice(0, 64)}.`);
    const schema = ipcCalls[name].request;
    if (!Value.Check(schema, request)) {
      const wrong = Value.Errors(schema, request).slice(0, 10);
      return refuse(`The call ${name} has wrong arguments.`, {
        fields: wrong.map(({ instancePath, message }) => ({ field: instancePath, message })),
      });
    }
    try {
      const handler = handlers[name] as (request: unknown) => Promise<unknown>;
      return { ok: true, value: await handler(request) };
    } catch (error) {
      if (error instanceof AppError) {
        const { code, message, details } = error;
        return { ok: false, code, message, ...(details ? { details } : {}) };
      }
      log.error(`The call ${name} failed`, { cause: error, stack: error instanceof Error ? error.stack : undefined });
      return { ok: false, code: 'internal', message: 'Something in the reader failed; its log says what.' };
    }
  };
}

function isCall(name: string): name is IpcName {
  return Object.hasOwn(ipcCalls, name);
}

function refuse(message: string, details?: Record<string, unknown>): IpcResult<unknown> {
  return { ok: false, code: 'bad_argument', message, ...(details ? { details } : {}) };
}
