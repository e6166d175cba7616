// Opens an address in the person's browser by the program that the system has for it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // The address is an argument of rundll32 and is not read by a shell.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether it could be started. */
export async function openBrowser(address: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    // There is none on this machine; the caller prints the address.
    return false;
  }
}
