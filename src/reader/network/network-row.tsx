// In a book's facts: what the book would load from the network, and whether it may. Nothing for books that ask for
// nothing.

import './network-row.css';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import type { Networking } from './networking.ts';

export function NetworkRow({ reading }: { reading: Reading }) {
  const networking = reading.features?.networking;
  return networking ? <Row reading={reading} networking={networking} /> : null;
}

function Row({ reading, networking }: { reading: Reading; networking: Networking }) {
  const { network } = useStrings();
  const { allowed, hosts } = useStore(networking.state, (state) => state);
  if (!allowed && hosts.length === 0) return null;
  return (
    <div class="book-network">
      <p>{hosts.length > 0 ? network.asks(hosts.slice(0, 5).join(', ')) : network.asksNothing}</p>
      <p class="quiet">{allowed ? network.allowed : network.refused}</p>
      <Button onPress={() => reading.later(networking.allow(!allowed))}>
        {allowed ? network.revoke : network.allow}
      </Button>
    </div>
  );
}
