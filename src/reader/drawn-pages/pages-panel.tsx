// How drawn pages are shown. Each press shows the page otherwise above the panel, in the same frame.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { PageInsets, PageStyle } from '../../book/pages/page-style.ts';
import { useStrings } from '../../strings/languages.ts';
import { Choice } from '../../ui/choice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import type { ShowingPages } from './showing-pages.ts';

interface Row {
  name: string;
  control: ComponentChildren;
}

type Words = ReturnType<typeof useStrings>;

/** What is cut off at first when the reader cuts by hand: a little, so that it is seen. */
const firstInsets: PageInsets = { top: 0.05, right: 0.05, bottom: 0.05, left: 0.05 };
const mostCut = 0.4;

export function PagesPanel({ reading, features }: OverlayProps) {
  const strings = useStrings();
  const { pages } = features;
  const style = useStore(pages.state, (state) => state.style);
  const night = useStore(reading.state, (state) => state.style.night);
  const markup = useStore(reading.state, (state) => state.facts?.pages?.markup === true);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  if (!style) return null;
  const dark: Row = {
    name: strings.settings.night,
    control: (
      <Choice
        name={strings.settings.night}
        options={flags(strings)}
        value={night}
        onChange={(value) => reading.later(reading.changeStyle(() => ({ night: value })))}
      />
    ),
  };
  const drawn = [
    ...sizeRows(strings, style, pages),
    darkenRow(strings, style, pages),
    ...cropRows(strings, style, pages),
    spreadRow(strings, style, pages),
    halvesRow(strings, style, pages),
  ];
  const rows = markup ? [...sizeRows(strings, style, pages), spreadRow(strings, style, pages)] : drawn;
  return (
    <Sheet
      title={strings.drawnPages.title}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <div class="type-rows">
        <PagedList
          items={[...rows, dark]}
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

const flags = ({ settings }: Words) =>
  [
    [false, settings.off],
    [true, settings.on],
  ] as const;

function sizeRows({ drawnPages, settings, reader }: Words, style: PageStyle, pages: ShowingPages): Row[] {
  const fits = Object.entries(drawnPages.fits) as [PageStyle['fit'], string][];
  return [
    {
      name: drawnPages.fit,
      control: (
        <Choice
          name={drawnPages.fit}
          options={fits}
          value={style.fit}
          onChange={(fit) => pages.change(() => ({ fit }))}
        />
      ),
    },
    {
      name: drawnPages.zoom,
      control: (
        <Stepper
          name={drawnPages.zoom}
          value={style.zoom}
          least={1}
          most={4}
          step={0.25}
          text={reader.percent(Math.round(style.zoom * 100))}
          labels={settings}
          onChange={(_, step) => pages.change(({ zoom }) => ({ zoom: step(zoom) }))}
        />
      ),
    },
  ];
}

function darkenRow({ drawnPages, settings }: Words, style: PageStyle, pages: ShowingPages): Row {
  return {
    name: drawnPages.darken,
    control: (
      <Stepper
        name={drawnPages.darken}
        value={style.darken}
        least={0}
        most={4}
        step={1}
        text={String(style.darken)}
        labels={settings}
        onChange={(_, step) => pages.change(({ darken }) => ({ darken: step(darken) }))}
      />
    ),
  };
}

function cropRows({ drawnPages, settings, reader }: Words, style: PageStyle, pages: ShowingPages): Row[] {
  const { crop } = style;
  const kinds = Object.entries(drawnPages.crops) as ['off' | 'auto' | 'own', string][];
  const choice: Row = {
    name: drawnPages.crop,
    control: (
      <Choice
        name={drawnPages.crop}
        options={kinds}
        value={typeof crop === 'string' ? crop : 'own'}
        onChange={(kind) => pages.change(() => ({ crop: kind === 'own' ? firstInsets : kind }))}
      />
    ),
  };
  if (typeof crop === 'string') return [choice];
  const edges = (['top', 'bottom', 'left', 'right'] as const).map((edge) => ({
    name: `${drawnPages.crop}: ${drawnPages.edges[edge]}`,
    control: (
      <Stepper
        name={drawnPages.edges[edge]}
        value={crop[edge]}
        least={0}
        most={mostCut}
        step={0.01}
        text={reader.percent(Math.round(crop[edge] * 100))}
        labels={settings}
        onChange={(_, step) => pages.change((wanted) => cutOtherwise(wanted, edge, step))}
      />
    ),
  }));
  return [choice, ...edges];
}

/** Pages that are not to be cut by hand any more are left alone. */
function cutOtherwise(
  { crop }: PageStyle,
  edge: keyof PageInsets,
  step: (from: number) => number,
): Pick<PageStyle, 'crop'> {
  return { crop: typeof crop === 'string' ? crop : { ...crop, [edge]: step(crop[edge]) } };
}

function spreadRow(strings: Words, style: PageStyle, pages: ShowingPages): Row {
  const { spread: name } = strings.drawnPages;
  const onChange = (on: boolean) => pages.change(() => ({ spread: on ? 'auto' : 'one' }));
  const value = style.spread === 'auto';
  return { name, control: <Choice name={name} options={flags(strings)} value={value} onChange={onChange} /> };
}

function halvesRow(strings: Words, style: PageStyle, pages: ShowingPages): Row {
  const { halves: name } = strings.drawnPages;
  const onChange = (halves: boolean) => pages.change(() => ({ halves }));
  return { name, control: <Choice name={name} options={flags(strings)} value={style.halves} onChange={onChange} /> };
}
