// The renderer's end of the bridge to the main process. Answers are values; a failure becomes an AppError here,
// for callers that have one place to meet it. Must not know what the calls are about.

import { AppError } from '../../api/errors.ts';
import type { Bridge, IpcName, IpcReply, IpcRequest, IpcResult } from '../../api/ipc.ts';

declare global {
  interface Window {
    /** Provided by the host before the first script runs. */
    octavo?: Bridge;
  }
}

export function findBridge(): Bridge {
  if (!window.octavo) throw new Error('The host did not provide its bridge; the page was opened outside of Octavo.');
  return window.octavo;
}

export function unwrap<T>(result: IpcResult<T>): T {
  if (result.ok) return result.value;
  throw new AppError(result.code, result.message, result.details);
}

export async function call<N extends IpcName>(bridge: Bridge, name: N, request: IpcRequest<N>): Promise<IpcReply<N>> {
  return unwrap(await bridge.call(name, request));
}
