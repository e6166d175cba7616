// The window's room and the panel's scale: how large a millimetre is here, for touch targets and text.

import type { PanelInfo } from '../../api/panel.ts';
import type { Room } from '../library/shelf-grid.ts';

/** Tells the style sheets how many CSS pixels a millimetre has on this panel. */
export function applyScale(panel: PanelInfo): void {
  const perMillimetre = panel.dpi / 25.4 / window.devicePixelRatio;
  document.documentElement.style.setProperty('--mm', `${perMillimetre.toFixed(3)}px`);
}

export function windowRoom(): Room {
  const style = getComputedStyle(document.documentElement);
  const millimetre = Number.parseFloat(style.getPropertyValue('--mm'));
  return {
    width: window.innerWidth,
    height: window.innerHeight,
    rem: Number.parseFloat(style.fontSize),
    target: 9 * millimetre,
  };
}
