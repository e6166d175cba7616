// Offers to go where another device was. Found when the book opens and again after it was synchronised; shown with a
// page, never by itself.

import { declineOffer } from '../../db/settings/declined-offers.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { type Offer, targetOf } from '../turning/places.ts';
import { findOffer } from './find-offer.ts';

export class Offering implements Feature {
  readonly #parts: FeatureParts;
  /** An offer that waits for a page to be shown with. */
  #waiting = false;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  /** Whether one is shown, or will be with the next page. */
  get pending(): boolean {
    return this.#waiting || this.#parts.state.getState().offer !== undefined;
  }

  find(): Promise<Offer | undefined> {
    const { database, bookId, deviceId } = this.#parts;
    return findOffer(database, bookId, deviceId);
  }

  showWithNextPage(offer: Offer): void {
    this.#waiting = true;
    this.#parts.withNextPage({ offer });
  }

  async answer(go: boolean): Promise<void> {
    const { state, database, bookId, touch, jump } = this.#parts;
    const { offer } = state.getState();
    if (!offer) return;
    touch();
    await declineOffer(database, bookId, offer.place.updateTime);
    if (go) jump(targetOf(offer.place));
    else state.setState({ offer: undefined });
  }

  turning(): void {
    this.#waiting = false;
  }
}
