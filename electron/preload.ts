// Gives the renderer `window.octavo` in Electron. Passes names and values on; the main process checks them.

import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge } from '../api/ipc.ts';

const bridge: Bridge = {
  call: (name, request) => ipcRenderer.invoke('octavo', name, request),
  on: (name, listener) => {
    const receive = (_event: IpcRendererEvent, event: string, value: Parameters<typeof listener>[0]) => {
      if (event === name) listener(value);
    };
    ipcRenderer.on('octavo-event', receive);
    return () => void ipcRenderer.off('octavo-event', receive);
  },
};

contextBridge.exposeInMainWorld('octavo', bridge);
