// Shows a chapter's Chinese in the script that the reader chose. The chapter's own text stays known; see shown-text.ts.

import { textNodes } from '../text/chapter-text.ts';
import { createLanguageOf } from '../text/element-language.ts';
import { showInstead } from '../text/shown-text.ts';
import type { Script } from './chinese-converter.ts';
import type { ConversionReply, ConversionRequest } from './worker.ts';

const han = /\p{Script=Han}/u;
/** What is written with these characters otherwise. */
const elsewhere = /^(ja|ko|vi|zxx)\b/i;

/** `language`: of what names none itself. Text that names another language is Chinese all the same if it looks so. */
export async function convertScript(document: Document, language: string, to: Script): Promise<void> {
  const languageOf = createLanguageOf(language, 'script,style,[translate="no"]');
  const nodes: Text[] = [];
  const from: (Script | undefined)[] = [];
  for (const node of textNodes(document.body)) {
    const spoken = languageOf(node.parentElement);
    if (elsewhere.test(spoken) || !han.test(node.data)) continue;
    nodes.push(node);
    from.push(scriptOf(spoken));
  }
  if (nodes.length === 0) return;
  const { texts, problem } = await ask({ texts: nodes.map((node) => node.data), from, to });
  // The chapter can be read all the same, as it is.
  if (!texts) return reportError(new Error(`Chinese was not converted: ${problem}`));
  nodes.forEach((node, n) => {
    const converted = texts[n];
    if (converted) showInstead(node, converted.text, converted.runs);
  });
}

/** What a language says of its script; plain `zh` says nothing. */
function scriptOf(language: string): Script | undefined {
  const tag = language.toLowerCase().replaceAll('_', '-');
  if (/^zh-(hant-)?(hk|mo)\b/.test(tag)) return 'hongKong';
  if (/^zh-(hant-)?tw\b/.test(tag)) return 'taiwan';
  if (/^zh-hant\b/.test(tag)) return 'traditional';
  // Books from anywhere say zh-CN, so that is looked at as well.
  return /^zh-hans\b/.test(tag) ? 'simplified' : undefined;
}

let worker: Worker | undefined;
let requests = 0;
const waiting = new Map<number, (reply: ConversionReply) => void>();

function ask(request: Omit<ConversionRequest, 'id'>): Promise<ConversionReply> {
  worker ??= startWorker();
  const id = ++requests;
  worker.postMessage({ id, ...request } satisfies ConversionRequest);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const answer = (reply: ConversionReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  };
  started.addEventListener('message', ({ data }: MessageEvent<ConversionReply>) => answer(data));
  started.addEventListener('error', (event) => {
    // The next chapter tries with a new one.
    worker = undefined;
    started.terminate();
    for (const id of [...waiting.keys()]) answer({ id, problem: event.message || 'the worker did not start' });
  });
  return started;
}
