// Asks whether to go where another device was. Nothing moves before the answer; turning a page means to stay.

import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { type LayerKeys, useLayer } from '../../ui/layers.ts';
import { keyAction } from '../input/key-bindings.ts';
import { useWholeLines } from '../panels/whole-lines.ts';
import type { Reading } from '../reading.ts';
import type { Offer } from '../turning/places.ts';

export function OfferBar({ reading, offer }: { reading: Reading; offer: Offer }) {
  const { reader } = useStrings();
  const answer = (go: boolean) => reading.later(reading.features?.offering.answer(go));
  const coverWholeLines = useWholeLines();
  const keys: LayerKeys = {
    back: () => answer(false),
    key: (event) => {
      const action = keyAction(event, reading.direction);
      const turns = action === 'next' || action === 'previous';
      // Arrows and space move between and press the buttons; page keys are the book's.
      if (!turns || event.key === ' ' || event.key.startsWith('Arrow')) return false;
      answer(false);
      reading.act(action);
      return true;
    },
  };
  const layer = useLayer(keys, { place: (bar) => coverWholeLines(bar, 'bottom') });
  return (
    <div ref={layer} class="sheet offer" role="dialog" aria-label={reader.offer.go} tabIndex={-1}>
      <p>{reader.offer[offer.why](Math.floor(offer.place.progress))}</p>
      <div class="sheet-buttons">
        <Button first onPress={() => answer(false)}>
          {reader.offer.stay}
        </Button>
        <Button look="strong" onPress={() => answer(true)}>
          {reader.offer.go}
        </Button>
      </div>
    </div>
  );
}
