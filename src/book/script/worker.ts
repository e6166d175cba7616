// Converts Chinese beside the main thread: the dictionaries are a megabyte, and building their tries takes longer than a
// page may wait. Gets the texts of a chapter, answers with what is shown of each.

import { type Convert, type Converted, loadConverter, loadJudge, type Script } from './chinese-converter.ts';

export interface ConversionRequest {
  id: number;
  texts: readonly string[];
  /** For each text what its language says it is written in, if it says so. */
  from: readonly (Script | undefined)[];
  to: Script;
}

export interface ConversionReply {
  id: number;
  /** Absent where a text is shown as it is. */
  texts?: (Converted | undefined)[];
  problem?: string;
}

/** Characters that are looked at to tell the script. */
const sample = 4000;

const converters = new Map<string, Promise<Convert | undefined>>();

function converterFor(from: Script, to: Script): Promise<Convert | undefined> {
  const name = `${from} ${to}`;
  const known = converters.get(name) ?? loadConverter(from, to);
  converters.set(name, known);
  return known;
}

async function convert({ id, texts, from, to }: ConversionRequest): Promise<ConversionReply> {
  const unsaid = texts.filter((_, n) => from[n] === undefined);
  const judged = unsaid.length > 0 ? (await loadJudge())(unsaid.join('').slice(0, sample)) : undefined;
  const converted: (Converted | undefined)[] = [];
  for (const [n, text] of texts.entries()) {
    const source = from[n] ?? judged;
    const converter = source && (await converterFor(source, to));
    converted.push(converter?.(text));
  }
  return { id, texts: converted };
}

self.addEventListener('message', ({ data }: MessageEvent<ConversionRequest>) => {
  convert(data).then(
    (reply) => self.postMessage(reply),
    (error: unknown) => self.postMessage({ id: data.id, problem: String(error) } satisfies ConversionReply),
  );
});
