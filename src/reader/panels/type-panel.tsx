// How the text is set. Each press lays the page out anew, which shows above the panel in the same frame.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { ReadingSettings } from '../../db/reading-settings.ts';
import { useStrings } from '../../strings/languages.ts';
import { Choice } from '../../ui/choice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

interface Row {
  name: string;
  control: ComponentChildren;
}

export function TypePanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const style = useStore(reading.state, (state) => state.style);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const change = (part: Partial<ReadingSettings>) => void reading.changeStyle(part);
  const rows = [...typeRows(strings, style, change), ...flagRows(strings, style, change)];
  return (
    <Sheet
      title={strings.reader.type.title}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <div class="type-rows">
        <PagedList
          items={rows}
          rowHeight={3.6}
          labels={strings.pages}
          keyOf={({ name }) => name}
          pageKeys={pageKeys}
          row={({ name, control }) => (
            <div class="type-row">
              <span>{name}</span>
              {control}
            </div>
          )}
        />
      </div>
    </Sheet>
  );
}

type Words = ReturnType<typeof useStrings>;
type Change = (part: Partial<ReadingSettings>) => void;

function typeRows({ settings, reader }: Words, style: ReadingSettings, change: Change): Row[] {
  const fonts = Object.entries(reader.type.fonts) as [ReadingSettings['fontFamily'], string][];
  const aligns = Object.entries(settings.aligns) as [ReadingSettings['align'], string][];
  const step = (
    name: string,
    field: 'fontSize' | 'lineHeight' | 'margin',
    range: [number, number, number],
    text: string,
  ): Row => ({
    name,
    control: (
      <Stepper
        name={name}
        value={style[field]}
        least={range[0]}
        most={range[1]}
        step={range[2]}
        text={text}
        labels={settings}
        onChange={(value) => change({ [field]: value })}
      />
    ),
  });
  return [
    step(settings.fontSize, 'fontSize', [60, 260, 10], reader.percent(style.fontSize)),
    {
      name: reader.type.font,
      control: (
        <Choice
          name={reader.type.font}
          options={fonts}
          value={style.fontFamily}
          onChange={(fontFamily) => change({ fontFamily })}
        />
      ),
    },
    step(settings.lineHeight, 'lineHeight', [1.1, 2.4, 0.1], style.lineHeight.toFixed(1)),
    step(settings.margins, 'margin', [0, 4, 1], String(style.margin + 1)),
    {
      name: settings.align,
      control: (
        <Choice name={settings.align} options={aligns} value={style.align} onChange={(align) => change({ align })} />
      ),
    },
  ];
}

function flagRows({ settings, reader }: Words, style: ReadingSettings, change: Change): Row[] {
  const options: [boolean, string][] = [
    [false, settings.off],
    [true, settings.on],
  ];
  const flag = (name: string, field: 'hyphenate' | 'publisherStyles' | 'night' | 'header'): Row => ({
    name,
    control: (
      <Choice name={name} options={options} value={style[field]} onChange={(value) => change({ [field]: value })} />
    ),
  });
  return [
    flag(settings.night, 'night'),
    flag(settings.hyphenate, 'hyphenate'),
    flag(settings.publisherStyles, 'publisherStyles'),
    flag(reader.type.header, 'header'),
  ];
}
