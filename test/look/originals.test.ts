// Original pages of a PDF: as they are, with words chosen on them, their panel, and with their margins.

import { afterEach, expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { english } from '../../src/strings/english.ts';
import { buildPdf, type PdfPage, pageObject } from '../src/book/pdf/build-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../src/reader/reader-room.tsx';
import { dragOver } from '../src/reader/select-words.ts';
import { alice, paragraphs } from './alice.ts';
import { beginLook, look } from './look.ts';

beginLook();
afterEach(closeRooms);

const titles = ['Down the Rabbit-Hole', 'The Pool of Tears', 'A Caucus-Race and a Long Tale'];
/** Points, on a page of 400 × 600. */
const [left, top, lineHeight, letters] = [60, 480, 16, 54];

/** A heading, a drawing that has greys and colours, and a column of text with wide margins. */
function printedPage(title: string): PdfPage {
  const words = paragraphs.join(' ').split(' ');
  const lines: string[] = [];
  for (const word of words) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && line.length <= letters) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  const squares = ['0.9 0.9 0.9', '0.6 0.6 0.6', '0.8 0.2 0.2', '0.2 0.3 0.8', '0.1 0.1 0.1']
    .map((colour, n) => `${colour} rg ${left + n * 56} 66 50 50 re f`)
    .join('\n');
  return {
    fontSize: 11,
    drawing: `${squares}\n0 g BT /F1 20 Tf ${left} 520 Td (${title}) Tj ET`,
    // The encoding of the page's font has these signs elsewhere.
    lines: lines
      .slice(0, 21)
      .map((line, n) => [left, top - n * lineHeight, line.replace(/[“”]/g, '"').replace('’', "'")] as const),
  };
}

const document_ = () =>
  buildPdf({
    pages: titles.map(printedPage),
    outline: titles.map((title, n) => [title, `/Dest [${pageObject(n)} 0 R /Fit]`] as const),
  });

async function openPanel(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  await afterPaint();
  room.press(button);
  await afterPaint();
}

look('originals', async (size, picture) => {
  const room = await openRoom({ ...size, ...alice, file: document_() });
  await room.open();
  await room.turned(() => room.key('PageDown'));
  await picture('page');
  const spans = () => room.main().querySelectorAll('.page-leaf[style*="visible"] .page-text span');
  await dragOver(spans()[4]?.firstChild as Text, 0, 18);
  await picture('selection');
  room.key('Escape');
  await expect.poll(() => document.querySelector('.mark-menu')).toBeNull();
  await openPanel(room, english.reader.menu.contents);
  await picture('contents');
  room.key('Escape');
  await afterPaint();
  await openPanel(room, english.reader.menu.type);
  await picture('panel');
  // On the second page of small panels.
  if (size.name === 'small-tablet') room.key('PageDown');
  await afterPaint();
  room.press(english.drawnPages.crops.off);
  await afterPaint();
  room.key('Escape');
  await afterPaint();
  await picture('whole');
});
