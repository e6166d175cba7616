// The foot of a paged list: previous, "3 / 12", next. Always there, so that nothing moves when pages come and go.

import './page-bar.css';
import { Button } from './button.tsx';

export interface PageBarProps {
  /** From 0. */
  page: number;
  pages: number;
  labels: { previous: string; next: string; position: (page: number, pages: number) => string };
  onPage: (page: number) => void;
}

export function PageBar({ page, pages, labels, onPage }: PageBarProps) {
  return (
    <nav class="page-bar">
      <Button look="plain" icon="back" label={labels.previous} disabled={page <= 0} onPress={() => onPage(page - 1)} />
      <span class="page-bar-position">{labels.position(page + 1, pages)}</span>
      <Button
        look="plain"
        icon="forward"
        label={labels.next}
        disabled={page >= pages - 1}
        onPress={() => onPage(page + 1)}
      />
    </nav>
  );
}
