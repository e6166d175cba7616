// Views are shown once what they show is read: for a reader who still waits where that was asked for.

import { expect, it, vi } from 'vitest';
import type { Application } from '../../../src/app/application.ts';
import { runApplication } from './running-application.ts';

const stackOf = ({ routes }: Application) => routes.state.getState().stack.map(({ name }) => name);

it('goes one view on or back, however often that is asked for before it is ready', async () => {
  const { application } = await runApplication({ books: [{ title: 'Emma' }] });
  await Promise.all([application.showNotes(), application.showNotes()]);
  expect(stackOf(application)).toEqual(['shelf', 'notes']);
  await Promise.all([application.showSettings('words'), application.showSettings('words')]);
  expect(stackOf(application)).toEqual(['shelf', 'notes', 'settings']);
  await Promise.all([application.leave(), application.leave()]);
  expect(stackOf(application)).toEqual(['shelf', 'notes']);
});

it('leaves a reader alone who has gone elsewhere meanwhile', async () => {
  const { application } = await runApplication({ books: [{ title: 'Emma' }] });
  const { routes } = application;
  const { shelf, notes } = application.state.getState().session;
  const goElsewhere = async (asked: () => Promise<void>) => {
    const ready = Promise.withResolvers<void>();
    const reads = [
      vi.spyOn(shelf, 'load').mockReturnValue(ready.promise),
      vi.spyOn(notes, 'load').mockReturnValue(ready.promise),
      vi.spyOn(application.device.state, 'setState').mockImplementation(() => undefined),
    ];
    const asking = asked();
    routes.go({ name: 'account' });
    const before = stackOf(application);
    ready.resolve();
    await asking;
    for (const read of reads) read.mockRestore();
    expect(stackOf(application)).toEqual(before);
    routes.back();
  };
  await goElsewhere(() => application.showNotes());
  await goElsewhere(() => application.showSettings());
  await goElsewhere(() => application.showShelf());
  routes.go({ name: 'settings' });
  await goElsewhere(() => application.leave());
});
