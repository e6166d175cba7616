// The shelf in its states.

import { runApplication } from '../src/app/running-application.ts';
import { beginLook, look } from './look.ts';

beginLook();

look('shelf', async (size, picture) => {
  await runApplication({ size, books: [{ title: 'Moby-Dick; or, The Whale', author: 'Herman Melville' }] });
  await picture();
});
