// Shows the tree of a dictionary's entry. Links lead to other words, and to nothing else.

import type { ComponentChildren } from 'preact';
import type { Rich } from './rich.ts';

export function RichText({ parts, onWord }: { parts: readonly Rich[]; onWord: (word: string) => void }) {
  return <>{parts.map((part) => shown(part, onWord))}</>;
}

function shown(part: Rich, onWord: (word: string) => void): ComponentChildren {
  if (typeof part === 'string') return part;
  const inside = part.children.map((child) => shown(child, onWord));
  switch (part.kind) {
    case 'block':
      return <div class="found-word-block">{inside}</div>;
    case 'item':
      return <div class="found-word-item">{inside}</div>;
    case 'strong':
      return <b>{inside}</b>;
    case 'emphasis':
      return <i>{inside}</i>;
    case 'sub':
      return <sub>{inside}</sub>;
    case 'super':
      return <sup>{inside}</sup>;
    case 'small':
      return <small>{inside}</small>;
    case 'phonetic':
      return <span class="found-word-phonetic">{inside}</span>;
    case 'break':
      return <br />;
    case 'link':
      return (
        <button type="button" class="found-word-link" onClick={() => onWord(part.word ?? '')}>
          {inside}
        </button>
      );
    case 'span':
      return <span>{inside}</span>;
  }
}
