// Makes of a prepared chapter what is shown of it: in the script that the reader chose, with words that can be divided.
// The chapter's own text stays known; see shown-text.ts.

import type { ReadingStyle } from '../book.ts';
import type { Pace } from '../pace.ts';
import { isWrittenDown } from '../styles/chapter-writing.ts';
import { chooseSet } from '../styles/style-sets.ts';
import { holdFrenchSpaces } from '../text/french-spaces.ts';
import { hyphenate } from '../text/hyphenate.ts';
import { standUpright } from '../text/upright-digits.ts';
import { tameText } from './tame-text.ts';

/** Resolves when the document can be laid out. `fixed`: its lines are where its maker put them. */
export async function setText(
  document: Document,
  style: ReadingStyle,
  { language, fixed, pace }: { language: string; fixed: boolean; pace: Pace | undefined },
): Promise<void> {
  chooseSet(document, style);
  tameText(document);
  if (style.script !== 'book') {
    const { convertScript } = await import('../script/convert-script.ts');
    await convertScript(document, language, style.script);
  }
  const down = style.writing === 'vertical' || (style.writing === 'book' && isWrittenDown(document));
  if (down && !fixed) standUpright(document, language);
  if (style.hyphenate && !fixed) await hyphenate(document, language, pace);
  if (!fixed) holdFrenchSpaces(document, language);
}
