// Starts the renderer: opens the account and its shelf, paints once, and tells the host.

import './ui/theme.css';
import { render } from 'preact';
import { afterPaint } from './app/after-paint.ts';
import { type Application, openApplication } from './app/application.ts';
import { ApplicationView } from './app/application-view.tsx';
import { findBridge } from './app/bridge.ts';
import { ProblemBoundary, ProblemPage } from './app/problem-page.tsx';
import { listenToKeys } from './ui/keys.ts';

async function start(root: HTMLElement): Promise<void> {
  const bridge = findBridge();
  const report = (error: unknown) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    void bridge.call('log.write', { level: 'error', message: message.slice(0, 4096) });
  };
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
  // What a reader made is here alone until it was sent; the browser must not clear it away.
  void navigator.storage.persist();
  listenToKeys();
  let application: Application;
  try {
    application = await openApplication(bridge, report);
  } catch (error) {
    report(error);
    render(<ProblemPage />, root);
    return;
  }
  render(
    <ProblemBoundary report={report}>
      <ApplicationView application={application} />
    </ProblemBoundary>,
    root,
  );
  await afterPaint();
  await bridge.call('app.painted', {});
}

const root = document.getElementById('app');
if (root) await start(root);
