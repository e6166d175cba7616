// Sorts a dictionary's index beside the page, so that reading goes on while a dictionary is installed.

import { DictionaryError, type DictionaryProblem } from './dictionary-error.ts';
import { type IndexPage, type IndexSource, readIndex } from './read-index.ts';

export type IndexReply = { pages: IndexPage[]; last: boolean } | { problem: DictionaryProblem; message: string };

const pagesPerReply = 64;

self.onmessage = ({ data }: MessageEvent<IndexSource>) => {
  const answer = (reply: IndexReply) => self.postMessage(reply);
  try {
    let pages: IndexPage[] = [];
    for (const page of readIndex(data)) {
      pages.push(page);
      if (pages.length < pagesPerReply) continue;
      answer({ pages, last: false });
      pages = [];
    }
    answer({ pages, last: true });
  } catch (error) {
    const problem = error instanceof DictionaryError ? error.problem : 'damaged';
    answer({ problem, message: error instanceof Error ? error.message : String(error) });
  }
};
