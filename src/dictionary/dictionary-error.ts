// Why a dictionary cannot be installed: a word that the settings have a sentence for.

export type DictionaryProblem = 'incomplete' | 'damaged' | 'tooLarge' | 'unsupported' | 'full';

export class DictionaryError extends Error {
  readonly problem: DictionaryProblem;

  constructor(problem: DictionaryProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DictionaryError';
    this.problem = problem;
  }
}
