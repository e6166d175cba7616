// Storage in the settings: what takes how much on this device, what is left, and a way to free the files of books that
// are done with.

import './storage.css';
import { useEffect, useState } from 'preact/hooks';
import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Freeable, FreeableKind, Measured, Storage } from './storage.ts';

export interface StorageSectionProps {
  storage: Storage;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
  report: (error: unknown) => void;
}

interface Row {
  name: string;
  detail?: string;
  /** How much it is, or what could be freed. */
  amount: string | FreeableKind;
}

const kinds: readonly FreeableKind[] = ['finished', 'unread'];

export function StorageSection({ storage, pageKeys, report }: StorageSectionProps) {
  const strings = useStrings();
  const measured = useStore(storage.state, (state) => state.measured);
  const [fresh, setFresh] = useState(false);
  const [asked, setAsked] = useState<FreeableKind>();
  useEffect(() => void storage.measure().then(() => setFresh(true), report), [storage]);
  if (!fresh || !measured) return null;
  const { storage: words } = strings;
  const free = (kind: FreeableKind) => {
    void storage.free(kind).then(() => setAsked(undefined), report);
  };
  return (
    <div class="storage-section">
      <p class="quiet storage-note">{words.full}</p>
      <PagedList
        items={rowsOf(measured, words)}
        rowHeight={3.8}
        labels={strings.pages}
        keyOf={({ name }) => name}
        pageKeys={pageKeys}
        row={(row) => <StorageRow row={row} freeable={measured.freeable} onFree={setAsked} />}
      />
      {asked && (
        <AskFree freeable={measured.freeable[asked]} onFree={() => free(asked)} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

/** What can be done about it first. */
function rowsOf({ sizes, free, persisted, freeable }: Measured, words: Strings['storage']): Row[] {
  const facts = ({ bookIds, bytes }: Freeable) =>
    bookIds.length === 0 ? words.none : words.facts(bookIds.length, amountOf(bytes, words));
  return [
    {
      name: words.left,
      detail: persisted ? words.kept : words.mayBeCleared,
      amount: free === undefined ? words.unknown : amountOf(free, words),
    },
    ...kinds.map((kind) => ({ name: words.freeable[kind], detail: facts(freeable[kind]), amount: kind })),
    { name: words.books, detail: words.bookCount(sizes.bookCount), amount: amountOf(sizes.books, words) },
    ...(sizes.originals > 0 ? [{ name: words.originals, amount: amountOf(sizes.originals, words) }] : []),
    { name: words.pictures, amount: amountOf(sizes.pictures, words) },
    { name: words.dictionaries, amount: amountOf(sizes.dictionaries, words) },
    { name: words.fonts, amount: amountOf(sizes.fonts, words) },
  ];
}

interface StorageRowProps {
  row: Row;
  freeable: Measured['freeable'];
  onFree: (kind: FreeableKind) => void;
}

function StorageRow({ row: { name, detail, amount }, freeable, onFree }: StorageRowProps) {
  const { storage: words } = useStrings();
  const kind = kinds.find((one) => one === amount);
  return (
    <div class="setting">
      <span class="setting-name">
        {name}
        {detail !== undefined && <span class="setting-detail quiet">{detail}</span>}
      </span>
      <span class="setting-control">
        {kind ? (
          <Button
            label={`${words.free} ${name}`}
            disabled={freeable[kind].bookIds.length === 0}
            onPress={() => onFree(kind)}
          >
            {words.free}
          </Button>
        ) : (
          amount
        )}
      </span>
    </div>
  );
}

interface AskFreeProps {
  freeable: Freeable;
  onFree: () => void;
  onClose: () => void;
}

function AskFree({ freeable, onFree, onClose }: AskFreeProps) {
  const strings = useStrings();
  const { storage: words } = strings;
  return (
    <Dialog
      title={words.freeAsk(amountOf(freeable.bytes, words))}
      onClose={onClose}
      buttons={
        <>
          <Button first onPress={onClose}>
            {strings.cancel}
          </Button>
          <Button look="strong" onPress={onFree}>
            {words.freeDo}
          </Button>
        </>
      }
    >
      <p>{words.freeNote(freeable.bookIds.length)}</p>
    </Dialog>
  );
}

/** Small amounts to a tenth; what is there is never nothing. */
function amountOf(bytes: number, words: Strings['storage']): string {
  if (bytes >= 1e9) return words.gigabytes((bytes / 1e9).toFixed(1));
  const megabytes = bytes / 1e6;
  if (megabytes >= 10) return words.megabytes(megabytes.toFixed(0));
  return words.megabytes(bytes === 0 ? '0' : Math.max(0.1, megabytes).toFixed(1));
}
