// How pages are laid out: what the reader chose, in the terms of the page. What it was chosen from is not known here.

export interface ReadingStyle {
  /** Names of faces, the first choice first. Empty: the book's own. */
  fontFamily: string;
  /** What kind of Chinese, Japanese and Korean face goes with it. */
  eastAsian: 'serif' | 'sans' | 'kai';
  /** CSS pixels. */
  fontSize: number;
  /** 400 is as the face is made. */
  fontWeight: number;
  /** The first face has all weights; others are drawn with thicker lines. */
  variableFace: boolean;
  lineHeight: number;
  /** Lines between paragraphs; `undefined`: as the book has them. */
  paragraphSpacing: number | undefined;
  /** Of a paragraph's first line, in em; `undefined`: as the book has it. */
  indent: number | undefined;
  /** Em that are added to what the book says. */
  letterSpacing: number;
  wordSpacing: number;
  /** CSS pixels. */
  margin: { top: number; right: number; bottom: number; left: number };
  /** Side by side on a page. */
  columns: 1 | 2;
  align: 'book' | 'left' | 'justify';
  hyphenate: boolean;
  publisherStyles: boolean;
  /** How lines of Chinese, Japanese and Korean run. */
  writing: 'book' | 'horizontal' | 'vertical';
  /** What Chinese is shown in; the text itself stays as it is. */
  script: 'book' | 'simplified' | 'traditional' | 'taiwan' | 'hongKong';
  night: boolean;
}
