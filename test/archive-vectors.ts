// Archives as tools of all kinds write them, and what service and client have to make of them: the tests of both read
// this. A change of the rules is a change of this file.

export interface VectorEntry {
  name: string;
  /** As it is written in the archive, in hexadecimal; UTF-8 unless told. */
  written?: string;
  /** The flags of the entry; those of UTF-8 unless told. */
  flags?: number;
  /** Extra fields in the archive's directory, in hexadecimal. */
  extra?: string;
  data: string;
}

export interface VectorBook {
  about: string;
  entries: readonly VectorEntry[];
  /** In reading order: the archive's own name of the part, and its text. */
  chapters: readonly (readonly [file: string, text: string])[];
  /** Title of each entry of the contents, and the chapter that it leads to. */
  contents?: readonly (readonly [title: string, chapter: number])[];
  /** Parts that the first chapter needs to be shown. */
  needs?: readonly string[];
  /** Where the links of the first chapter lead. */
  leads?: readonly string[];
  /** Scrambled fonts. */
  fonts?: readonly string[];
}

/** What the archive says, in hexadecimal, and how it is read. */
export const entryNames: readonly [about: string, written: string, flags: number, extra: string, name: string][] = [
  ['UTF-8 that says so', hex('O/Ünï\\a.xhtml'), 0x800, '', 'O/Ünï/a.xhtml'],
  ['UTF-8 that does not say so', hex('第一章\\01.jpg'), 0, '', '第一章/01.jpg'],
  ['what says so and is none', '4fff61', 0x800, '', 'O\u00a0a'],
  ['code page 437', '42816368657a', 0, '', 'Büchez'],
  ['all that is no ASCII in it', '80ffe1e6eefe', 0, '', 'Ç\u00a0ßµε■'],
  ['a German folder of Windows', '4281636865725c6f6e652e7868746d6c', 0, '', 'Bücher/one.xhtml'],
  ['a folder sign that is half a letter', '955c5c30312e6a7067', 0, '', 'ò\u29f5/01.jpg'],
  ['a Chinese folder of Windows', 'b5dad2bbd5c25c30312e6a7067', 0, '', '╡┌╥╗╒┬/01.jpg'],
  ['a field with the name in UTF-8', hex('_.xhtml'), 0, '757010000191aec885c3a95cc3bc2e7868746d6c', 'é/ü.xhtml'],
  ['such a field behind another one', '82', 0, `99990200abcd${unicodeField('\u0082', '書')}`, '書'],
  ['such a field of another name', hex('a.xhtml'), 0, unicodeField('b.xhtml', 'é.xhtml'), 'a.xhtml'],
  ['such a field that is no UTF-8', hex('a.xhtml'), 0, `75700600${unicodeField('a.xhtml', '').slice(8)}ff`, 'a.xhtml'],
  ['such a field beside a name in UTF-8', hex('é'), 0x800, unicodeField('\u00c3\u00a9', 'ü'), 'é'],
  ['a field that is cut off', hex('a'), 0, '7570ff00', 'a'],
];

/** Undefined for what leads out of the book. */
export const references: readonly [
  reference: string,
  from: string,
  to: [path: string, fragment: string] | undefined,
][] = [
  ['../img/a%20b.png', 'O/text/one.xhtml', ['O/img/a b.png', '']],
  ['#n%C3%B6', 'O/text/one.xhtml', ['O/text/one.xhtml', 'nö']],
  ['two.xhtml#a.b', 'O/one.xhtml', ['O/two.xhtml', 'a.b']],
  ['two.xhtml', 'O/a b.xhtml', ['O/two.xhtml', '']],
  [' two.xhtml\n', 'O/one.xhtml', ['O/two.xhtml', '']],
  ['text\\two.xhtml', 'O/c.opf', ['O/text/two.xhtml', '']],
  ['text\\two.xhtml#a\\b', 'O/c.opf', ['O/text/two.xhtml', 'a\\b']],
  ['..\\img\\a.png', 'O/text/one.xhtml', ['O/img/a.png', '']],
  ['..\\..\\..\\x', 'O/text/one.xhtml', ['x', '']],
  ['../../../../etc/passwd', 'O/text/one.xhtml', ['etc/passwd', '']],
  ['/x.css', 'O/text/one.xhtml', ['x.css', '']],
  ['100%.xhtml', 'O/one.xhtml', ['O/100%.xhtml', '']],
  ['100% Käse %C3%A9.xhtml#5% é', 'O/one.xhtml', ['O/100% Käse é.xhtml', '5% é']],
  ['%ff %zz.xhtml', 'O/one.xhtml', ['O/%ff %zz.xhtml', '']],
  ['a?b=c#d', 'O/one.xhtml', ['O/a', 'd']],
  ['x.xhtml', 'O/100% \\ of.xhtml', ['O/x.xhtml', '']],
  ['', 'O/one.xhtml', ['O/one.xhtml', '']],
  ['http://a/', 'O/one.xhtml', undefined],
  [' https://a ', 'O/one.xhtml', undefined],
  ['//a/b', 'O/one.xhtml', undefined],
  ['\\\\a\\b', 'O/one.xhtml', undefined],
  ['javascript:x', 'O/one.xhtml', undefined],
  ['data:,', 'O/one.xhtml', undefined],
  ['file:///x', 'O/one.xhtml', undefined],
  ['book://package/x', 'O/one.xhtml', undefined],
];

const page = (body: string, head = '') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body>${body}</body></html>`;

const rootFile = (path: string, type = 'application/oebps-package+xml') =>
  `<rootfile full-path="${path}" media-type="${type}"/>`;

function container(files = rootFile('O/c.opf'), name = 'META-INF/container.xml'): VectorEntry {
  const data = `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${files}</rootfiles></container>`;
  return { name, data };
}

function opf(items: string, spine: readonly string[], name = 'O/c.opf'): VectorEntry {
  const refs = spine.map((id) => `<itemref idref="${id}"/>`).join('');
  return {
    name,
    data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:uuid:12345678-1234-1234-1234-123456789abc</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest>${items}</manifest><spine>${refs}</spine></package>`,
  };
}

const xhtml = 'application/xhtml+xml';
const item = (id: string, href: string, type = xhtml, more = '') =>
  `<item id="${id}" href="${href}" media-type="${type}" ${more}/>`;
const part = (name: string, body: string, more: Partial<VectorEntry> = {}): VectorEntry => ({
  name,
  data: page(body),
  ...more,
});
const nav = (...links: [href: string, title: string][]): VectorEntry => ({
  name: 'O/nav.xhtml',
  data: page(
    `<nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol>${links.map(([href, title]) => `<li><a href="${href}">${title}</a></li>`).join('')}</ol></nav>`,
  ),
});
const navItem = item('nav', 'nav.xhtml', xhtml, 'properties="nav"');
const styled = (sheet: string, picture: string, links = '') => ({
  data: page(`<p>One <img src="${picture}" alt=""/>${links}</p>`, `<link rel="stylesheet" href="${sheet}"/>`),
});
const css = (name: string): VectorEntry => ({ name, data: 'p { color: black }' });
const svg = (name: string): VectorEntry => ({
  name,
  data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>',
});
export const fontAlgorithm = 'http://www.idpf.org/2008/embedding';
function encryption(name: string, algorithm: string, uri: string): VectorEntry {
  const data = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="${algorithm}"/><e:CipherData><e:CipherReference URI="${uri}"/></e:CipherData></e:EncryptedData></encryption>`;
  return { name, data };
}

const one = item('one', 'one.xhtml');
const two = item('two', 'two.xhtml');

export const books: readonly VectorBook[] = [
  {
    about: 'names in another letter case, and with percent signs in them',
    entries: [
      container(),
      opf(
        `${navItem}${item('one', 'one.xhtml')}${item('two', 'a%20b.xhtml')}${item('s', 'style.css', 'text/css')}${item('d', 'img/d%201.svg', 'image/svg+xml')}${item('f', 'fonts/f.otf', 'font/otf')}`,
        ['one', 'two'],
      ),
      nav(['one.xhtml#x', 'First'], ['a%20b.xhtml', 'Second']),
      part('O/One.XHTML', '', styled('style.css', 'IMG/d%201.svg')),
      part('O/a%20b.xhtml', 'Two'),
      css('O/Style.CSS'),
      svg('O/img/d%201.svg'),
      { name: 'O/Fonts/F.otf', data: 'scrambled' },
      encryption('META-INF/encryption.xml', fontAlgorithm, 'O/fonts/f.otf'),
    ],
    chapters: [
      ['O/One.XHTML', 'One '],
      ['O/a%20b.xhtml', 'Two'],
    ],
    contents: [
      ['First', 0],
      ['Second', 1],
    ],
    needs: ['O/Style.CSS', 'O/img/d%201.svg'],
    fonts: ['O/Fonts/F.otf'],
  },
  {
    about: 'a container in another letter case',
    entries: [container(rootFile('o/C.opf'), 'meta-inf/Container.xml'), opf(one, ['one']), part('O/one.xhtml', 'One')],
    chapters: [['O/one.xhtml', 'One']],
  },
  {
    about: 'a folder around it, beside one that is only called alike',
    entries: [
      part('my book/O/one.xhtml', 'Not this one'),
      css('my book/O/s.css'),
      container(undefined, 'My Book/meta-inf/container.xml'),
      opf(`${item('one', 'ONE.xhtml')}${item('s', 's.css', 'text/css')}`, ['one'], 'My Book/O/c.opf'),
      part('My Book/O/One.xhtml', '', styled('/O/S.CSS', 'no.svg')),
      css('My Book/O/s.css'),
    ],
    chapters: [['O/One.xhtml', 'One ']],
    needs: ['O/s.css'],
  },
  {
    about: 'references as Windows writes them',
    entries: [
      container(rootFile('O\\c.opf')),
      opf(`${navItem}${item('one', 'text\\one.xhtml')}${item('s', 'css\\s.css', 'text/css')}`, ['one']),
      nav(['text\\one.xhtml', 'First']),
      part('O/text/one.xhtml', '', styled('..\\css\\s.css', 'no.svg')),
      css('O/css/s.css'),
    ],
    chapters: [['O/text/one.xhtml', 'One ']],
    contents: [['First', 0]],
    needs: ['O/css/s.css'],
  },
  {
    about: 'names in code pages, one of them with its own in UTF-8 beside it',
    entries: [
      container(),
      opf(
        `${item('one', 'caf%C3%A9.xhtml')}${item('two', '%E6%9B%B8/two.xhtml')}${item('three', 'x/three.xhtml')}${item('four', 'x/four.xhtml')}`,
        ['one', 'two', 'three', 'four'],
      ),
      part('O/café.xhtml', 'One', { written: `4f2f63616682${hex('.xhtml')}`, flags: 0 }),
      part('O/書/two.xhtml', 'Two', {
        written: `4f5c8f915c${hex('two.xhtml')}`,
        flags: 0,
        extra: unicodeField('O\\\u008f\u0091\\two.xhtml', 'O\\書\\two.xhtml'),
      }),
      // Nothing but its last part can be told, which is enough where no other is called so.
      part('O/ò\u29f5/four.xhtml', 'Four', { written: `4f5c955c5c${hex('four.xhtml')}`, flags: 0 }),
      part('O/╡┌╥╗╒┬/three.xhtml', 'Three', { written: `4f5cb5dad2bbd5c25c${hex('three.xhtml')}`, flags: 0 }),
    ],
    chapters: [
      ['O/café.xhtml', 'One'],
      ['O/書/two.xhtml', 'Two'],
      ['O/╡┌╥╗╒┬/three.xhtml', 'Three'],
      ['O/ò\u29f5/four.xhtml', 'Four'],
    ],
  },
  {
    about: 'fallbacks, misplaced files and links to what is shown in another’s stead',
    entries: [
      container(),
      opf(
        `${item('nav', 'wrong/nav.xhtml', xhtml, 'properties="nav"')}${item('data', 'data.json', 'application/json', 'fallback="one"')}${one}${item('script', 'script.xhtml', xhtml, 'properties="scripted" fallback="two"')}${item('two', 'wrong/two.xhtml')}${item('old', 'old.htm', 'text/x-oeb1-document')}${item('psd', 'a.psd', 'image/vnd.adobe.photoshop', 'fallback="svg"')}${item('svg', 'a.svg', 'image/svg+xml')}`,
        ['data', 'script', 'old', 'nowhere', 'two'],
      ),
      nav(['data.json', 'First'], ['script.xhtml#a', 'Second'], ['old.htm', 'Third']),
      { name: 'O/data.json', data: '{}' },
      part('O/one.xhtml', '', styled('no.css', 'a.psd', '<a href="script.xhtml#x"/><a href="DATA.json"/>')),
      part('O/script.xhtml', 'Script'),
      part('O/right/two.xhtml', 'Two'),
      part('O/old.htm', 'Old'),
      { name: 'O/a.psd', data: '8BPS' },
      svg('O/a.svg'),
    ],
    chapters: [
      ['O/one.xhtml', 'One '],
      ['O/right/two.xhtml', 'Two'],
      ['O/old.htm', 'Old'],
      ['', ''],
      ['O/right/two.xhtml', 'Two'],
    ],
    contents: [
      ['First', 0],
      ['Second', 1],
      ['Third', 2],
    ],
    needs: ['O/a.svg'],
    leads: ['O/right/two.xhtml', 'O/one.xhtml'],
  },
  {
    about: 'lone percent signs beside others, in names and in references',
    entries: [
      container(),
      opf(`${item('one', '100% caf%C3%A9.xhtml')}${item('two', '5% tea.xhtml')}`, ['one', 'two']),
      part('O/100% café.xhtml', 'One'),
      part('O/5%%20tea.xhtml', 'Two'),
    ],
    chapters: [
      ['O/100% café.xhtml', 'One'],
      ['O/5%%20tea.xhtml', 'Two'],
    ],
  },
  {
    about: 'items without ids, with one for two, and with several for one part',
    entries: [
      container(),
      opf(
        `${item('script', 'script.xhtml', xhtml, 'properties="scripted" fallback="gone"')}${item('gone', 'gone.xhtml')}<item href="nobody.xhtml" media-type="${xhtml}"/>${item('same', 'a.json', 'application/json', 'fallback="one"')}${item('same', 'b.json', 'application/json', 'fallback="two"')}${item('2', 'c.json', 'application/json', 'fallback="two"')}${item('1', 'c.json', 'application/json', 'fallback="one"')}${item('another', 'two.xhtml', 'application/json')}${one}${two}`,
        ['script', '', 'one', 'two'],
      ),
      part('O/script.xhtml', '', { data: page('Script<a href="a.json"/><a href="b.json"/><a href="c.json"/>') }),
      part('O/nobody.xhtml', 'Nobody'),
      ...['O/a.json', 'O/b.json', 'O/c.json'].map((name) => ({ name, data: '{}' })),
      part('O/one.xhtml', 'One'),
      part('O/two.xhtml', 'Two'),
    ],
    chapters: [
      ['O/script.xhtml', 'Script'],
      ['', ''],
      ['O/one.xhtml', 'One'],
      ['O/two.xhtml', 'Two'],
    ],
    leads: ['O/one.xhtml', 'O/two.xhtml', 'O/two.xhtml'],
  },
  {
    about: 'a container that names other things too',
    entries: [
      container(
        `${rootFile('O/one.pdf', 'application/pdf')}${rootFile('O/gone.opf')}${rootFile('O/c.opf')}${rootFile('O/d.opf')}`,
      ),
      { name: 'O/one.pdf', data: '%PDF-' },
      opf(`${two}${one}`, ['one']),
      opf(two, ['two'], 'O/d.opf'),
      part('O/one.xhtml', 'One'),
      part('O/two.xhtml', 'Two'),
    ],
    chapters: [['O/one.xhtml', 'One']],
  },
];

const plain: readonly VectorEntry[] = [container(), opf(one, ['one']), part('O/one.xhtml', 'One')];

/** Refused by both; `wasTaken`: which the service once took. */
export const refused: readonly {
  about: string;
  entries: readonly VectorEntry[];
  why: 'locked' | 'twice';
  wasTaken?: boolean;
}[] = [
  {
    about: 'a lock under a name in another letter case',
    entries: [
      ...plain,
      encryption('META-INF/Encryption.XML', 'http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'O/one.xhtml'),
    ],
    why: 'locked',
  },
  {
    about: 'a licence alone',
    entries: [...plain, { name: 'META-INF/license.lcpl', data: '{}' }],
    why: 'locked',
    wasTaken: true,
  },
  {
    about: 'two parts of one name',
    entries: [...plain, part('O\\one.xhtml', 'Another')],
    why: 'twice',
    wasTaken: true,
  },
];

/** The bytes of a text in UTF-8, in hexadecimal. */
function hex(text: string): string {
  return [...unescape(encodeURIComponent(text))].map((letter) => byteHex(letter.charCodeAt(0))).join('');
}

function byteHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** Info-ZIP's field (0x7075) for a name of these bytes, a letter for each. */
function unicodeField(written: string, name: string): string {
  let sum = 0xffffffff;
  for (const letter of written) {
    sum ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  const crc = ~sum >>> 0;
  const low = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, n) => byteHex((value >>> (8 * n)) & 255)).join('');
  const text = hex(name);
  return `7570${low(5 + text.length / 2, 2)}01${low(crc, 4)}${text}`;
}

export function bytesOf(hexadecimal: string): number[] {
  return (hexadecimal.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
