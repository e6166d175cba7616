declare module 'wink-lemmatizer' {
  export function noun(word: string): string;
  export function verb(word: string): string;
  export function adjective(word: string): string;
}

declare module 'wink-lexicon/src/wn-*-exceptions.js' {
  const baseForms: Readonly<Record<string, string>>;
  export default baseForms;
}
