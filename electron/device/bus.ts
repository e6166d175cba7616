// A connection to one D-Bus, loaded only where there is a bus. Every call has a time limit; a connection that breaks is
// closed and says so once. Knows no service.

import type { MessageBus } from 'dbus-native';

export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: unknown[];
}

export interface SignalRule {
  /** Only what this service says is heard. */
  sender: string;
  path: string;
  interface: string;
  member: string;
}

export interface Bus {
  /** The reply's value; an array of them where there are several. Rejects after the time limit. */
  call(call: BusCall): Promise<unknown>;
  property(of: Omit<BusCall, 'member' | 'signature' | 'body'>, name: string): Promise<unknown>;
  setProperty(
    of: Omit<BusCall, 'member' | 'signature' | 'body'>,
    name: string,
    signature: string,
    value: unknown,
  ): Promise<void>;
  /** Whether somebody serves the name, or would be started for a call to it. */
  serves(name: string): Promise<boolean>;
  onSignal(rule: SignalRule, listener: (...values: unknown[]) => void): Promise<void>;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const propertiesInterface = 'org.freedesktop.DBus.Properties';

/** `address`: as in DBUS_SESSION_BUS_ADDRESS. `timeout`: milliseconds for each call, and for connecting. */
export async function openBus(address: string, timeout = 2000): Promise<Bus> {
  const { createClient, Variant } = await import('dbus-native');
  const client = createClient({ busAddress: address, timeout, fdTransport: false });
  const over = Promise.withResolvers<void>();
  let failure: Error | undefined;
  client.connection.on('error', (error: Error) => {
    failure ??= error;
    over.resolve();
  });
  client.connection.on('close', () => over.resolve());
  client.connection.on('handlerError', (error: Error) => {
    failure ??= error;
  });
  await connected(client, over.promise, () => failure, timeout);

  const call: Bus['call'] = ({ signature, body, ...message }) =>
    within(client.invoke({ ...message, ...(signature ? { signature, body: body ?? [] } : {}) }, { timeout }));
  return {
    call,
    property: (of, name) =>
      call({
        ...of,
        interface: propertiesInterface,
        member: 'Get',
        signature: 'ss',
        body: [of.interface, name],
      }),
    async setProperty(of, name, signature, value) {
      const body = [of.interface, name, new Variant(signature, value)];
      await call({ ...of, interface: propertiesInterface, member: 'Set', signature: 'ssv', body });
    },
    async serves(name) {
      const names = await Promise.all([client.listNames(), client.listActivatableNames()]);
      return names.flat().includes(name);
    },
    async onSignal(rule, listener) {
      client.signals.on(client.mangle(rule.path, rule.interface, rule.member), (values: unknown) =>
        listener(...(Array.isArray(values) ? values : [])),
      );
      await client.addMatch(
        `type='signal',sender='${rule.sender}',path='${rule.path}',interface='${rule.interface}',member='${rule.member}'`,
      );
    },
    closed: over.promise,
    close: () => client.close(),
  };
}

async function connected(
  client: MessageBus,
  over: Promise<void>,
  failure: () => Error | undefined,
  timeout: number,
): Promise<void> {
  const first = await Promise.race([client.getId().then(() => true), over.then(() => false), pause(timeout)]);
  if (first === true) return;
  client.connection.stream?.destroy();
  throw new Error('The bus cannot be reached.', { cause: failure() });
}

/** What the library returns only looks like a promise; this is one. */
async function within(reply: PromiseLike<unknown>): Promise<unknown> {
  return reply;
}

function pause(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
}
