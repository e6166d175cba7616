// While no book is open, makes ready what the next one begins with: an empty frame, and the program that opens it.

import { useEffect } from 'preact/hooks';
import { spareTime } from '../book/after-paint.ts';
import { keepFrame } from '../book/layout/frame.ts';
import { rehearseOpening } from '../book/rehearsal.ts';
import { roomOf } from '../reader/turning/page-room.ts';
import { readingStyle } from '../reader/turning/reading-style.ts';
import type { Application } from './application.ts';

/** Milliseconds after a view was opened: what it shows comes first. */
const pause = 1500;

export function useNextBook(application: Application, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const opened = new AbortController();
    const timer = setTimeout(() => makeReady(application, opened.signal).catch(application.report), pause);
    return () => {
      clearTimeout(timer);
      opened.abort();
    };
  }, [wanted]);
}

async function makeReady(application: Application, opened: AbortSignal): Promise<void> {
  await spareTime();
  await keepFrame(document);
  if (opened.aborted) return;
  const stage = document.createElement('div');
  // Beside the window: whatever happens there is never painted.
  stage.style.cssText = 'position:fixed;left:200vw;top:0;width:100vw;height:100vh';
  stage.inert = true;
  document.body.append(stage);
  try {
    const { settings } = application.state.getState().session;
    const style = readingStyle(
      settings.readingOf('').reading(),
      roomOf(stage),
      settings.fonts.state.getState().families,
    );
    await rehearseOpening(stage, style, opened);
  } finally {
    stage.remove();
  }
  if (!opened.aborted) await keepFrame(document);
}
