// Page turns that are asked for by keys while a book opens: they follow its first page. Fingers turn nothing there, as what
// they touch is still another view.

import { keyAction } from '../input/key-bindings.ts';
import type { Reading } from '../reading.ts';
import type { ReadingState } from '../reading-state.ts';

type Turn = 'next' | 'previous';
type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>;

/** They lead to buttons and press them as soon as there are some. */
const buttonKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'Enter', 'Tab']);

/** Pages; more was pressed because nothing seemed to happen. */
const most = 4;

export class EarlyTurns {
  readonly #reading: Reading;
  /** Keys, as the direction of the book is not known yet. */
  #pressed: Press[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /**
   * True when the key will turn a page. What is held down repeats once there are some. `buttons`: there are some over the
   * page that is awaited.
   */
  press(event: Press, buttons: boolean): boolean {
    if (buttons && buttonKeys.has(event.key)) return false;
    if (!awaitsPage(this.#reading.state.getState()) || !turnOf(event, 'ltr')) return false;
    if (!event.repeat) this.#pressed.push(event);
    return true;
  }

  /** Carries out what was pressed once the first page is there; returns what stops it. */
  follow(): () => void {
    const { state } = this.#reading;
    return state.subscribe((now) => {
      if (this.#pressed.length === 0 || awaitsPage(now)) return;
      const pressed = this.#pressed;
      this.#pressed = [];
      // Whoever is asked whether to go elsewhere has not seen the question yet.
      if (now.stage === 'open' && !now.offer) this.#turn(pressed);
    });
  }

  /** Back and forth again is nowhere. */
  #turn(pressed: readonly Press[]): void {
    const { direction } = this.#reading;
    const steps = pressed.reduce((sum, event) => sum + (turnOf(event, direction) === 'next' ? 1 : -1), 0);
    for (let turns = 0; turns < Math.min(most, Math.abs(steps)); turns++) {
      this.#reading.act(steps > 0 ? 'next' : 'previous');
    }
  }
}

/** Nobody turns pages of a download or of a question. */
function awaitsPage({ stage, reopening, tenths, locked }: ReadingState): boolean {
  return (stage === 'loading' || reopening === true) && tenths === undefined && locked === undefined;
}

function turnOf(event: Press, direction: 'ltr' | 'rtl'): Turn | undefined {
  const action = keyAction(event, direction);
  return action === 'next' || action === 'previous' ? action : undefined;
}
