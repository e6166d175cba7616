// Traditional Chinese in simplified characters, character by character; everything else stays as it is. As long as before,
// so that offsets into the text still hold.

import { simplified, traditional } from './traditional-characters.ts';

let pairs: Map<string, string> | undefined;

export function toSimplified(text: string): string {
  pairs ??= new Map(Array.from(traditional, (from, index) => [from, simplified[index] as string]));
  const known = pairs;
  return text.replace(/[\u3400-\u9fff]/g, (character) => known.get(character) ?? character);
}
