// The signs in the page's margin. They come and go with the page, in its frame.

import './thoughts.css';
import { useStrings } from '../../strings/languages.ts';
import { useStore } from '../../ui/use-store.ts';
import type { MarginSign } from '../marks/signs.ts';
import type { OverlayProps } from '../view-props.ts';

export function MarginSigns({ reading, features }: OverlayProps) {
  const signs = useStore(reading.state, (state) => state.signs);
  const vertical = features.selecting.vertical;
  if (signs.length === 0) return null;
  return (
    <div class={vertical ? 'margin-signs across' : 'margin-signs'}>
      {signs.map((sign) => (
        <Sign key={`${sign.kind} ${sign.chapterUid} ${sign.at}`} sign={sign} vertical={vertical} features={features} />
      ))}
    </div>
  );
}

interface SignProps extends Pick<OverlayProps, 'features'> {
  sign: MarginSign;
  vertical: boolean;
}

function Sign({ sign, vertical, features }: SignProps) {
  const { thoughts: words } = useStrings();
  const { kind, count, at, chapterUid, ranges } = sign;
  const own = kind === 'own';
  return (
    <button
      type="button"
      class={own ? 'margin-sign own' : 'margin-sign others'}
      style={vertical ? { left: `${at}px` } : { top: `${at}px` }}
      aria-label={own ? words.own(count) : words.readers(count)}
      tabIndex={-1}
      // A finger takes no focus: keys go on meaning the page.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (own ? features.thinking : features.others).show(chapterUid, ranges)}
    >
      {own ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 4h18v13H11l-5 4v-4H3z" />
        </svg>
      ) : (
        <span>{count > 999 ? '999+' : count}</span>
      )}
    </button>
  );
}
