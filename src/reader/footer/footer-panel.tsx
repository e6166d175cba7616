// What the line below the text shows; each press shows at once in the line above the panel's foot.

import { footerItems } from '../../db/settings/footer-settings.ts';
import { useStrings } from '../../strings/languages.ts';
import { Icon } from '../../ui/icon.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import { itemText } from './page-line.tsx';

export function FooterPanel({ reading, features: { footer } }: OverlayProps) {
  const strings = useStrings();
  const words = strings.footer;
  const items = useStore(reading.state, (state) => state.footer);
  const line = useStore(reading.state, (state) => state.line);
  return (
    <Sheet title={words.title} onClose={() => reading.show(undefined)}>
      <div class="footer-items">
        {footerItems.map((item, index) => (
          <button
            key={item}
            type="button"
            class="footer-item"
            aria-pressed={items.includes(item)}
            data-first={index === 0 ? '' : undefined}
            onClick={() => reading.later(footer.toggle(item))}
          >
            <span class="footer-check">{items.includes(item) && <Icon name="check" />}</span>
            <span class="footer-name">{words.items[item]}</span>
            <span class="footer-sample">{(line && itemText(item, line, strings)) || words.absent}</span>
          </button>
        ))}
      </div>
      {line && line.bookMinutes === undefined && <p class="quiet">{words.unmeasured}</p>}
    </Sheet>
  );
}
