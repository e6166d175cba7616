// Sets a quotation as a picture to share: three layouts, each with the words, who wrote them and where, and the day.

import { breakLines } from './break-lines.ts';

export type CardLayout = 'plain' | 'cover' | 'framed';

export interface Card {
  quote: string;
  title: string;
  author: string;
  /** As it is shown. */
  date: string;
  cover: ImageBitmap | undefined;
  layout: CardLayout;
  /** 16 greys, as a panel shows them, or as it is. */
  greys: boolean;
  /** Lists of faces. */
  serif: string;
  sans: string;
  /** The book's (BCP 47): Chinese and Japanese share characters that they write differently. */
  language: string;
}

export const cardSize = { width: 1080, height: 1440 };
const margin = 96;
const largest = 68;
const smallest = 26;
const leading = 1.5;
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

type Align = 'left' | 'center' | 'right';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function drawCard(canvas: HTMLCanvasElement | OffscreenCanvas, card: Card): void {
  canvas.width = cardSize.width;
  canvas.height = cardSize.height;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, cardSize.width, cardSize.height);
  context.fillStyle = '#000';
  context.strokeStyle = '#000';
  context.textBaseline = 'alphabetic';
  if (card.language) Object.assign(context, { lang: card.language });
  layouts[card.layout](context, card);
  if (card.greys) toGreys(context);
}

const layouts: Readonly<Record<CardLayout, (context: CanvasRenderingContext2D, card: Card) => void>> = {
  plain(context, card) {
    const [x, align] = isRightToLeft(card.quote)
      ? [cardSize.width - margin, 'right' as const]
      : [margin, 'left' as const];
    const foot = drawSource(context, card, { x, bottom: cardSize.height - margin, align });
    context.fillRect(align === 'right' ? x - 140 : x, foot - 56, 140, 5);
    drawQuote(context, card, area(margin, margin, foot - 56 - 48), align);
  },
  cover(context, card) {
    const height = 380;
    const width = drawCover(context, card, { x: margin, y: margin, width: 285, height });
    drawTitle(context, card, {
      x: margin + width + 44,
      y: margin,
      width: cardSize.width - 2 * margin - width - 44,
      height,
    });
    context.fillRect(margin, margin + height + 56, cardSize.width - 2 * margin, 3);
    drawQuote(
      context,
      card,
      area(margin, margin + height + 104, cardSize.height - margin - 64),
      isRightToLeft(card.quote) ? 'right' : 'left',
    );
    drawSmall(context, card, card.date, cardSize.width - margin, cardSize.height - margin, 'right');
  },
  framed(context, card) {
    context.lineWidth = 6;
    context.strokeRect(44, 44, cardSize.width - 88, cardSize.height - 88);
    context.lineWidth = 2;
    context.strokeRect(60, 60, cardSize.width - 120, cardSize.height - 120);
    context.textAlign = 'center';
    context.font = `150px ${card.serif}`;
    context.fillText(chinese.test(card.quote) ? '「' : '“', cardSize.width / 2, 220);
    const foot = drawSource(context, card, { x: cardSize.width / 2, bottom: cardSize.height - 128, align: 'center' });
    drawQuote(context, card, area(128, 240, foot - 56), 'center');
  },
};

function area(side: number, top: number, bottom: number): Area {
  return { x: side, y: top, width: cardSize.width - 2 * side, height: Math.max(100, bottom - top) };
}

function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** As large as it fits, in the middle of its area; what does not fit at the smallest size ends with dots. */
function drawQuote(context: CanvasRenderingContext2D, card: Card, room: Area, align: Align): void {
  let size = largest;
  let lines = quoteLines(context, card, size, room.width);
  while (size > smallest && lines.length * size * leading > room.height) {
    size -= 2;
    lines = quoteLines(context, card, size, room.width);
  }
  const most = Math.max(1, Math.floor(room.height / (size * leading)));
  if (lines.length > most) lines = [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`];
  context.textAlign = align;
  // Marks at a line's ends go to the side where the line ends.
  context.direction = isRightToLeft(card.quote) ? 'rtl' : 'ltr';
  const x = room.x + room.width * { left: 0, center: 0.5, right: 1 }[align];
  const top = room.y + (room.height - lines.length * size * leading) / 2;
  for (const [index, line] of lines.entries()) context.fillText(line, x, top + (index + 0.72) * size * leading);
  context.direction = 'ltr';
}

function quoteLines(context: CanvasRenderingContext2D, { quote, serif }: Card, size: number, width: number): string[] {
  context.font = `${size}px ${serif}`;
  return breakLines(quote, width, (line) => context.measureText(line).width);
}

/** Title, author and date from the foot up; answers where they begin. */
function drawSource(
  context: CanvasRenderingContext2D,
  card: Card,
  { x, bottom, align }: { x: number; bottom: number; align: Align },
): number {
  const width = cardSize.width - 2 * margin - (align === 'center' ? 96 : 0);
  context.textAlign = align;
  drawSmall(context, card, [card.author, card.date].filter(Boolean).join('  ·  '), x, bottom, align);
  context.font = `600 40px ${card.serif}`;
  const lines = breakLines(card.title, width, (line) => context.measureText(line).width).slice(0, 2);
  let y = bottom - 62;
  for (const line of [...lines].reverse()) {
    context.fillText(line, x, y);
    y -= 54;
  }
  return y;
}

function drawSmall(
  context: CanvasRenderingContext2D,
  { sans }: Card,
  text: string,
  x: number,
  y: number,
  align: CanvasTextAlign,
): void {
  context.textAlign = align;
  context.font = `30px ${sans}`;
  context.fillStyle = '#444';
  context.fillText(text, x, y, cardSize.width - 2 * margin);
  context.fillStyle = '#000';
}

function drawTitle(context: CanvasRenderingContext2D, card: Card, { x, y, width, height }: Area): void {
  context.textAlign = 'left';
  context.font = `600 48px ${card.serif}`;
  const lines = breakLines(card.title, width, (line) => context.measureText(line).width).slice(0, 4);
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + 50 + index * 64);
  drawSmall(context, card, card.author, x, y + height - 8, 'left');
}

/** Answers the width that it took. */
function drawCover(
  context: CanvasRenderingContext2D,
  { cover, title, serif }: Card,
  { x, y, width, height }: Area,
): number {
  context.lineWidth = 3;
  if (!cover) {
    context.strokeRect(x, y, width, height);
    context.strokeRect(x + 14, y + 14, width - 28, height - 28);
    context.textAlign = 'center';
    context.font = `34px ${serif}`;
    const lines = breakLines(title, width - 60, (line) => context.measureText(line).width).slice(0, 5);
    for (const [index, line] of lines.entries()) context.fillText(line, x + width / 2, y + 90 + index * 46);
    return width;
  }
  const scale = Math.min(width / cover.width, height / cover.height);
  const [wide, high] = [cover.width * scale, cover.height * scale];
  context.drawImage(cover, x, y, wide, high);
  context.strokeRect(x, y, wide, high);
  return wide;
}

/** Sixteen greys, errors carried on to the right and below, so that covers keep their shades. */
function toGreys(context: CanvasRenderingContext2D): void {
  const { width, height } = cardSize;
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  let errors = new Float32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const below = new Float32Array(width + 2);
    let right = 0;
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const grey = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
      const wanted = grey + right + (errors[x + 1] ?? 0);
      const level = Math.max(0, Math.min(15, Math.round(wanted / 17))) * 17;
      const error = wanted - level;
      right = (error * 7) / 16;
      below[x] = (below[x] ?? 0) + (error * 3) / 16;
      below[x + 1] = (below[x + 1] ?? 0) + (error * 5) / 16;
      below[x + 2] = (below[x + 2] ?? 0) + error / 16;
      data[at] = level;
      data[at + 1] = level;
      data[at + 2] = level;
    }
    errors = below;
  }
  context.putImageData(image, 0, 0);
}
