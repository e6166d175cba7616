// While the book is read aloud: the way to the phrase before and after, pause, speed, and the end of it. It stands where
// the page's line is.

import './narration.css';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';

const rates = [0.75, 1, 1.25, 1.5, 2];

export function NarrationBar({ features: { narrating } }: OverlayProps) {
  const words = useStrings().narration;
  const { open, playing, canLeave, rate, skip } = useStore(narrating.state, (state) => state);
  if (!open) return null;
  const faster = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1;
  return (
    <nav class="narration-bar" aria-label={words.bar}>
      <Button look="plain" icon="back" label={words.previous} onPress={() => narrating.step(-1)} />
      {playing ? (
        <Button look="plain" icon="pause" label={words.pause} onPress={() => narrating.pause()} />
      ) : (
        <Button look="plain" icon="play" label={words.play} onPress={() => narrating.play()} />
      )}
      <Button look="plain" icon="forward" label={words.next} onPress={() => narrating.step(1)} />
      <Button look="plain" label={words.rate(rate)} onPress={() => narrating.change({ rate: faster })}>
        {`${rate}×`}
      </Button>
      <Button look="plain" pressed={skip} onPress={() => narrating.change({ skip: !skip })}>
        {words.skip}
      </Button>
      <Button look="plain" disabled={!canLeave} onPress={() => narrating.leave()}>
        {words.leave}
      </Button>
      <Button look="plain" icon="close" label={words.end} onPress={() => narrating.end()} />
    </nav>
  );
}
