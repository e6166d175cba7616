// The reader in the application: gives an open book what it needs of the account, and leads out of it.

import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { unixSeconds } from '../db/outbox/service-time.ts';
import { patience } from '../reader/opening/opening-page.tsx';
import { Reading } from '../reader/reading.ts';
import type { ReadingState } from '../reader/reading-state.ts';
import { ReaderView } from '../reader/view.tsx';
import { localAccount } from './adopt-local.ts';
import type { Application } from './application.ts';
import { type BatteryGauge, watchBattery } from './battery.ts';
import { call } from './bridge.ts';
import { othersService } from './others-service.ts';
import type { View } from './routes.ts';
import { bridgeTransport } from './transport.ts';

export interface ReaderPageProps {
  application: Application;
  view: View & { name: 'reader' };
  /** There is something to show: a page, a question, what went wrong, or that it takes its time. */
  onShown: () => void;
  onGone: () => void;
}

export function ReaderPage({ application, view, onShown, onGone }: ReaderPageProps) {
  const { bridge, report } = application;
  const battery = useMemo(() => watchBattery(bridge, report), [bridge]);
  const reading = useMemo(() => openReading(application, view, battery), [view]);
  useEffect(() => battery.stop, [battery]);
  // A device that sleeps shows another page, may lose its power, and nobody reads on it.
  useEffect(() => {
    const stops = [
      bridge.on('power.sleep', () => reading.seen(false)),
      bridge.on('power.wake', () => reading.seen(!document.hidden)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [reading]);
  // The menu has to know whether there are any before it is opened.
  useEffect(() => {
    void application.device.readLights().catch(report);
  }, [application]);
  useLayoutEffect(() => reading.state.subscribe((state) => hasSomethingToShow(state) && onShown()), [reading]);
  useEffect(() => {
    const timer = setTimeout(onShown, patience);
    return () => {
      clearTimeout(timer);
      // Whoever comes back to it comes to where it was left.
      if (reading.moved) application.routes.forgetPlace(view);
      onGone();
    };
  }, [reading]);
  return (
    <ReaderView
      key={view.bookId}
      reading={reading}
      lights={application.device}
      onLeave={() => void application.leave().catch(report)}
      onNotes={() => void application.showNotes(view.bookId).catch(report)}
      onSignIn={application.showSignIn}
      onWords={() => void application.showSettings('words').catch(report)}
      onOpenOutside={(url) => void call(bridge, 'app.openOutside', { url }).catch(report)}
    />
  );
}

function hasSomethingToShow({ stage, locked }: ReadingState): boolean {
  return stage !== 'loading' || locked !== undefined;
}

function openReading(
  { state, screen, report, bridge }: Application,
  { bookId, at }: ReaderPageProps['view'],
  battery: BatteryGauge,
): Reading {
  const { session } = state.getState();
  const { database, settings } = session;
  return new Reading({
    database,
    bookId,
    deviceId: session.account().deviceId,
    ...(at ? { at } : {}),
    canFetch: session.account().account !== localAccount,
    settings: {
      ...settings.readingOf(bookId),
      fonts: () => settings.fonts.state.getState().families,
      controls: () => settings.state.getState().controls,
    },
    syncBook: async () => session.sync()?.book(bookId),
    others: () => {
      const { state: standing, account } = session.account();
      return standing === 'signedIn' ? othersService(bridgeTransport(bridge, account)) : undefined;
    },
    savePicture: (name, png) => call(bridge, 'app.savePicture', { name, png }),
    translate: async (asked) => {
      const { language } = state.getState();
      return (await call(bridge, 'translation.translate', { ...asked, to: language })).text;
    },
    onChange: () => session.sync()?.soon(),
    battery: battery.percent,
    intend: screen.intend,
    hand: (sign) => screen.hand(sign),
    now: unixSeconds,
    report,
  });
}
