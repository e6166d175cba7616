// The reader's own fonts: what is installed, each written in itself, adding from files and removing.

import { useEffect, useRef, useState } from 'preact/hooks';
import { giveOwnFonts, ownFontName } from '../../book/styles/own-fonts.ts';
import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { FontFamily, Fonts, Installed } from './fonts.ts';

export interface FontsSectionProps {
  fonts: Fonts;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

const accepted = '.ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2';

export function FontsSection({ fonts, pageKeys }: FontsSectionProps) {
  const strings = useStrings();
  const { ownFonts: words } = strings.typography;
  const families = useStore(fonts.state, (state) => state.families);
  const drawn = useDrawnFonts(families);
  const [outcome, setOutcome] = useState<string>();
  const install = async (files: readonly File[]) => setOutcome(describe(await fonts.install(files), words));
  return (
    <div class="fonts-section">
      <div class="setting fonts-add">
        <span class="setting-name quiet">{outcome ?? words.hint}</span>
        <FileButton text={words.add} onFiles={(files) => void install(files)} />
      </div>
      {families.length === 0 ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <PagedList
          items={drawn}
          rowHeight={4.4}
          labels={strings.pages}
          keyOf={({ family }) => family}
          pageKeys={pageKeys}
          row={(family) => <FamilyRow family={family} onRemove={() => void fonts.remove(family.family)} />}
        />
      )}
    </div>
  );
}

function FileButton({ text, onFiles }: { text: string; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onPress={() => input.current?.click()}>{text}</Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

function FamilyRow({ family, onRemove }: { family: FontFamily; onRemove: () => void }) {
  const { ownFonts: words } = useStrings().typography;
  return (
    <div class="setting">
      <span class="setting-name">
        <span class="font-sample" style={{ fontFamily: `"${ownFontName(family.family)}", var(--sans)` }}>
          {family.family}
        </span>
        <span class="setting-detail quiet">{words.faces(family.faces, (family.size / 1e6).toFixed(1))}</span>
      </span>
      <span class="setting-control">
        <Button label={`${words.remove}: ${family.family}`} onPress={onRemove}>
          {words.remove}
        </Button>
      </span>
    </div>
  );
}

/** The families once they can be drawn, so that no name changes its letters after it was painted. */
function useDrawnFonts(families: readonly FontFamily[]): readonly FontFamily[] {
  const [drawn, setDrawn] = useState<readonly FontFamily[]>([]);
  useEffect(() => {
    let wanted = true;
    const names = families.map(({ family }) => `"${ownFontName(family)}"`).join(', ');
    void giveOwnFonts(window, names).then(() => wanted && setDrawn(families));
    return () => {
      wanted = false;
    };
  }, [families]);
  return drawn;
}

function describe(installed: readonly Installed[], words: Strings['typography']['ownFonts']): string {
  const added = installed.filter(({ outcome }) => outcome === 'installed').length;
  const problems = installed.flatMap(({ fileName, outcome }) =>
    outcome === 'installed' ? [] : [`${fileName} ${words.problems[outcome]}`],
  );
  return [...(added > 0 ? [words.added(added)] : []), ...problems].join(' ');
}
