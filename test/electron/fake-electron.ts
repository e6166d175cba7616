// Stands in for the module `electron` in unit tests (by a Vitest alias): the part of it that the client uses, held to
// Electron's own types. Values cross as structured clones, as they do between real processes.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type Listener = Parameters<EventEmitter['on']>[1];
type Invoked = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** What a test may set and look at. */
export const fake = {
  hasLock: true,
  keyring: 'gnome_libsecret' as ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>,
  windows: [] as BrowserWindow[],
  invoked: new Map<string, Invoked>(),
  schemes: [] as Electron.CustomScheme[],
  protocols: new Map<string, (request: Request) => Response | Promise<Response>>(),
  opened: [] as string[],
  paths: new Map<string, string>(),
  quits: 0,
  /** Arguments of the starts that are to follow the end. */
  relaunches: [] as (readonly string[])[],
  permission: undefined as Parameters<Electron.Session['setPermissionRequestHandler']>[0] | undefined,
  permissionCheck: undefined as Parameters<Electron.Session['setPermissionCheckHandler']>[0] | undefined,
  beforeRequest: undefined as ((url: string) => boolean) | undefined,
  exposed: new Map<string, unknown>(),
  rendererEvents: new EventEmitter(),
};

class FakeApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = { appendSwitch: (_name: string, _value?: string) => undefined };
  requestSingleInstanceLock(_data?: Record<PropertyKey, unknown>): boolean {
    return fake.hasLock;
  }
  async whenReady(): Promise<void> {
    await Promise.resolve();
  }
  setPath(name: string, path: string): void {
    fake.paths.set(name, path);
  }
  quit(): void {
    const event = { defaultPrevented: false, preventDefault: () => undefined as undefined };
    event.preventDefault = () => {
      event.defaultPrevented = true;
    };
    this.emit('before-quit', event);
    if (!event.defaultPrevented) fake.quits++;
  }
  relaunch({ args = [] }: Electron.RelaunchOptions): void {
    fake.relaunches.push(args);
  }
  exit(_code?: number): void {
    fake.quits++;
  }
}
const fakeApp = new FakeApp();
fakeApp satisfies Pick<
  Electron.App,
  'requestSingleInstanceLock' | 'whenReady' | 'setPath' | 'quit' | 'relaunch' | 'exit'
> & {
  isPackaged: boolean;
};
export const app = fakeApp;

class WebContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  reloads = 0;
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined;
  send(channel: string, ...args: unknown[]): void {
    this.sent.push(structuredClone([channel, ...args]));
  }
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
  reload(): void {
    this.reloads++;
  }
  readonly debugger = { isAttached: () => false };
  isDevToolsOpened(): boolean {
    return false;
  }
  /** Its process ends, and the window hears of it. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
}

export class BrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents = new WebContents();
  readonly done: string[] = [];
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    fake.windows.push(this);
  }
  async loadURL(url: string): Promise<void> {
    this.done.push(`load ${url}`);
    this.emit('ready-to-show');
  }
  show(): void {
    this.done.push('show');
  }
  minimized = false;
  destroyed = false;
  isMinimized(): boolean {
    this.#mustExist();
    return this.minimized;
  }
  restore(): void {
    this.minimized = false;
    this.done.push('restore');
  }
  focus(): void {
    this.#mustExist();
    this.done.push('focus');
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  #mustExist(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
}
({}) as BrowserWindow satisfies Pick<
  Electron.BrowserWindow,
  'loadURL' | 'show' | 'isMinimized' | 'restore' | 'focus' | 'isDestroyed'
>;

export const ipcMain = {
  handle: (channel: string, listener: Invoked) => {
    if (fake.invoked.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    fake.invoked.set(channel, listener);
  },
} satisfies Pick<Electron.IpcMain, 'handle'>;

export const ipcRenderer = {
  invoke: (channel: string, ...args: unknown[]) => invokeFrom('app://reader/', channel, ...args),
  on(channel: string, listener: Listener) {
    fake.rendererEvents.on(channel, listener);
    return this as unknown as Electron.IpcRenderer;
  },
  off(channel: string, listener: Listener) {
    fake.rendererEvents.off(channel, listener);
    return this as unknown as Electron.IpcRenderer;
  },
} satisfies Pick<Electron.IpcRenderer, 'invoke' | 'on' | 'off'>;

export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => void fake.exposed.set(name, api),
} satisfies Pick<Electron.ContextBridge, 'exposeInMainWorld'>;

export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => void fake.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) =>
    void fake.protocols.set(scheme, handler),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

const defaultSession = {
  setPermissionRequestHandler(handler: Parameters<Electron.Session['setPermissionRequestHandler']>[0]) {
    fake.permission = handler;
  },
  setPermissionCheckHandler(handler: Parameters<Electron.Session['setPermissionCheckHandler']>[0]) {
    fake.permissionCheck = handler;
  },
} satisfies Pick<Electron.Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>;

type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;
export const session = {
  defaultSession: {
    ...defaultSession,
    webRequest: {
      onBeforeRequest(listener: BeforeRequest) {
        fake.beforeRequest = (url) => {
          let cancelled = false;
          listener({ url }, ({ cancel }) => {
            cancelled = cancel === true;
          });
          return cancelled;
        };
      },
    },
  },
};

export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => fake.keyring,
  encryptString: (text: string) => Buffer.from(text).map((byte) => byte ^ 0x55) as Buffer,
  decryptString: (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString(),
} satisfies Pick<
  Electron.SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

export const shell = {
  openExternal: async (url: string) => void fake.opened.push(url),
} satisfies Pick<Electron.Shell, 'openExternal'>;

export const Menu = {
  setApplicationMenu: (_menu: Electron.Menu | null) => undefined,
};

/** A call as a page at `url` makes it; `parent` makes it a frame inside another page. */
export async function invokeFrom(url: string, channel: string, ...args: unknown[]): Promise<unknown> {
  const listener = fake.invoked.get(channel);
  if (!listener) throw new Error(`No handler registered for '${channel}'`);
  const isInner = args.at(-1) === innerFrame;
  const sent = structuredClone(isInner ? args.slice(0, -1) : args) as unknown[];
  const senderFrame = { url, parent: isInner ? {} : null };
  return structuredClone(await listener({ senderFrame } as unknown as Electron.IpcMainInvokeEvent, ...sent));
}
export const innerFrame = Symbol('inner frame');
