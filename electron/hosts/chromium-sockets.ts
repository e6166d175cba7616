// Carries calls and events between connected pages and the main process as binary frames over WebSockets.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { IpcEvent, IpcEventValue } from '../../api/ipc.ts';
import type { Log } from '../disk/log.ts';
import type { AnswerCall } from '../serve-ipc.ts';
import type { ToMain, ToPage } from './chromium-page.ts';
import { packFrame, unpackFrame } from './frame.ts';

const maxMessage = 16 << 20;
/** A page that reads this little is gone or stopped; events would pile up without end. */
const maxUnread = 64 << 20;

export interface PageSockets {
  /** Takes an admitted upgrade over; `answer` serves that page's calls. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, answer: AnswerCall): void;
  emit<E extends IpcEvent>(event: E, value: IpcEventValue<E>): void;
  close(): void;
}

export function createPageSockets(log: Log): PageSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessage });
  const open = new Set<WebSocket>();

  function send(socket: WebSocket, message: ToPage): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) {
      log.warn('A page that does not read was disconnected');
      socket.terminate();
      return;
    }
    socket.send(packFrame(message), (error) => {
      if (error) log.info('A message did not reach the page', { cause: error.message });
    });
  }

  async function receive(socket: WebSocket, data: RawData, answer: AnswerCall): Promise<void> {
    const message = readMessage(data);
    if (!message) {
      log.warn('A page sent something that is no call');
      socket.close(1003);
      return;
    }
    send(socket, { id: message.id, result: await answer(message.name, message.request) });
  }

  return {
    accept(request, socket, head, answer) {
      server.handleUpgrade(request, socket, head, (page) => {
        open.add(page);
        page.on('close', () => open.delete(page));
        page.on('error', (error) => log.info('A page’s socket broke', { cause: error.message }));
        page.on('message', (data) => {
          receive(page, data, answer).catch((error: unknown) => log.error('A call failed', { cause: error }));
        });
      });
    },
    emit(event, value) {
      for (const page of open) send(page, { event, value });
    },
    close() {
      for (const page of open) page.terminate();
      server.close();
    },
  };
}

function readMessage(data: RawData): ToMain | undefined {
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    const message = unpackFrame(data) as Partial<ToMain> | null;
    if (typeof message !== 'object' || typeof message?.id !== 'number' || typeof message.name !== 'string') {
      return undefined;
    }
    return { id: message.id, name: message.name, request: message.request };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
