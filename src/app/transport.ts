// The SDK's transport over the main process, which adds session, signature and retries. Must not know what the calls
// are for.

import type { Bridge, IpcRequest } from '../../api/ipc.ts';
import type { RouteReply, Transport } from '../../api/sdk/transport.ts';
import { call } from './bridge.ts';

export function bridgeTransport(bridge: Bridge): Transport {
  return {
    async call(route, params, options) {
      const callId = options?.signal ? crypto.randomUUID() : undefined;
      const request: IpcRequest<'service.call'> = { route, params: params as Record<string, unknown> };
      if (callId) request.callId = callId;
      const cancel = () => void bridge.call('service.cancel', { callId: callId ?? '' });
      options?.signal?.addEventListener('abort', cancel, { once: true });
      try {
        return (await call(bridge, 'service.call', request)) as RouteReply<typeof route>;
      } finally {
        options?.signal?.removeEventListener('abort', cancel);
      }
    },
  };
}
