// The whole application over the fake bridge, mounted in the page as it is in the client.

import { createElement, render } from 'preact';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountState } from '../../../api/ipc.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { type Application, openApplication } from '../../../src/app/application.ts';
import { ApplicationView } from '../../../src/app/application-view.tsx';
import { listenToKeys } from '../../../src/ui/keys.ts';
import '../../../src/ui/theme.css';
import { createFakeBridge, type FakeBridge } from '../fake-bridge.ts';
import { createServiceModel, type ServiceModel } from '../service-model.ts';

export interface RunningApplication {
  application: Application;
  bridge: FakeBridge;
  service: ServiceModel;
  /** Errors that reached the application's one handler. */
  reported: unknown[];
}

const running: (() => void)[] = [];

afterEach(() => {
  for (const stop of running.splice(0)) stop();
});

export async function runApplication(parts: {
  books?: { title: string; author?: string }[];
  account?: Partial<AccountState>;
  size?: { width: number; height: number; dpi: number };
  prepare?: (bridge: FakeBridge, service: ServiceModel) => void;
}): Promise<RunningApplication> {
  const size = parts.size ?? { width: 480, height: 800, dpi: 96 };
  await page.viewport(size.width, size.height);
  const service = createServiceModel(() => 1_800_000_000);
  for (const [index, book] of (parts.books ?? []).entries()) {
    service.addBook({ bookId: `b_${index}`, ...book, at: 1_700_000_000 - index });
  }
  const bridge = createFakeBridge(service, parts.account);
  bridge.panelDpi = size.dpi;
  parts.prepare?.(bridge, service);
  const reported: unknown[] = [];
  const application = await openApplication(bridge, (error) => reported.push(error));
  const root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const stopKeys = listenToKeys();
  render(createElement(ApplicationView, { application }), root);
  running.push(() => {
    render(null, root);
    root.remove();
    stopKeys();
    void application.state.getState().session.close();
  });
  await afterPaint();
  return { application, bridge, service, reported };
}

/** Waits until the page shows it; the machine may be slow. */
export async function until<T>(look: () => T | undefined | false | null): Promise<T> {
  const end = performance.now() + 15_000;
  for (;;) {
    const seen = look();
    if (seen) return seen;
    if (performance.now() > end) throw new Error(`never seen: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const titlesShown = (): (string | null)[] =>
  [...document.querySelectorAll('.entry-title')].map((element) => element.textContent);
export const buttonNamed = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#app button')].find(
    (button) => button.getAttribute('aria-label') === name || button.textContent === name,
  );
export async function press(name: string): Promise<void> {
  (await until(() => buttonNamed(name))).click();
  await afterPaint();
}
