// The settings, section by section.

import { afterPaint } from '../../src/app/after-paint.ts';
import { runApplication } from '../src/app/running-application.ts';
import { beginLook, look } from './look.ts';

beginLook();

look('settings', async (size, picture) => {
  const { application } = await runApplication({ size });
  application.routes.go({ name: 'settings' });
  await afterPaint();
  const tabs = () => [...document.querySelectorAll<HTMLElement>('.section-tabs button')];
  for (const [index, tab] of tabs().entries()) {
    tab.click();
    await afterPaint();
    await picture(String(index + 1));
  }
});
