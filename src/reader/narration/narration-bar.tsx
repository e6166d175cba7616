// While the book is read aloud: the way to the phrase before and after, pause, speed, and the end of it. It stands where
// the page's line is.

import './narration.css';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';

export function NarrationBar({ features: { narrating } }: OverlayProps) {
  const words = useStrings().narration;
  const { open, playing, canLeave, rate, skip } = useStore(narrating.state, (state) => state);
  if (!open) return null;
  return (
    // A finger on it takes no focus: keys go on meaning the page.
    <nav class="narration-bar" aria-label={words.bar} onMouseDown={(event) => event.preventDefault()}>
      <Button look="plain" icon="back" label={words.previous} onPress={() => narrating.step(-1)} />
      <Button
        look="plain"
        icon={playing ? 'pause' : 'play'}
        label={playing ? words.pause : words.play}
        onPress={() => narrating.toggle()}
      />
      <Button look="plain" icon="forward" label={words.next} onPress={() => narrating.step(1)} />
      <Button look="plain" label={words.rate(rate)} onPress={() => narrating.changeSpeed()}>
        {`${rate}×`}
      </Button>
      <Button look="plain" pressed={skip} onPress={() => narrating.toggleSkip()}>
        {words.skip}
      </Button>
      <Button look="plain" disabled={!canLeave} onPress={() => narrating.leave()}>
        {words.leave}
      </Button>
      <Button look="plain" icon="close" label={words.end} onPress={() => narrating.end()} />
    </nav>
  );
}
