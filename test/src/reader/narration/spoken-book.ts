// A book with recordings of its own, made in the test: two chapters with a voice, and a silent one.

import { buildZip, container, page, prose } from '../../book/build-zip.ts';

const par = (id: string, begin: number, end: number, more = '') =>
  `<par ${more}><text src="../${id}"/><audio src="../a.wav" clipBegin="${begin}s" clipEnd="${end}s"/></par>`;
const smil = (body: string) =>
  `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${body}</body></smil>`;

/** Seconds of a tone, as a WAV file. */
export function tone(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const samples = new Uint8Array(seconds * rate).map((_, n) => 128 + 60 * Math.sin(n / 4));
  const view = new DataView(new ArrayBuffer(44));
  const word = (at: number, text: string) => {
    for (const [n, letter] of [...text].entries()) view.setUint8(at + n, letter.charCodeAt(0));
  };
  word(0, 'RIFF');
  view.setUint32(4, 36 + samples.length, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, 'data');
  view.setUint32(40, samples.length, true);
  return new Uint8Array([...new Uint8Array(view.buffer), ...samples]);
}

export interface SpokenBook {
  order?: readonly string[];
  /** Pages as they are, two side by side where the window is wide. */
  fixed?: boolean;
  /** So many of them, without a recording, are the first chapter. */
  paragraphs?: number;
}

/** Nothing but the long chapter has to be unpacked. */
export async function spokenBook(spoken: SpokenBook = {}): Promise<Blob> {
  const { order = ['one', 'two', 'three'], fixed = false, paragraphs = 0 } = spoken;
  const layout = fixed ? '<meta property="rendition:layout">pre-paginated</meta>' : '';
  const head = fixed ? '<meta name="viewport" content="width=400, height=600"/>' : '';
  const items = ['one', 'two', 'three'].map((name) => {
    const overlay = name === 'two' ? '' : ` media-overlay="${name}-o"`;
    return `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"${overlay}/>`;
  });
  const overlays = ['one', 'three'].map(
    (name) => `<item id="${name}-o" href="mo/${name}.smil" media-type="application/smil+xml"/>`,
  );
  const many = Array.from({ length: paragraphs }, (_, n) => `q${n}`);
  const first = `${many.map((id) => `<p id="${id}">${'Many words. '.repeat(50)}</p>`).join('')}<p id="p1">First words.</p><p id="n1">A note.</p><ul><li id="l1">Item</li><li id="l2">Item</li></ul><p id="p2">After.</p>`;
  return buildZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { ...container, stored: true },
    {
      name: 'O/c.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language><meta property="media:active-class">now</meta><meta property="media:narrator">N. Voice</meta>${layout}</metadata><manifest>${items.join('')}${overlays.join('')}<item id="a" href="a.wav" media-type="audio/wav"/></manifest><spine>${order.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
      stored: true,
    },
    { name: 'O/one.xhtml', data: page(first, `${head}<style>.now { font-style: italic }</style>`), stored: true },
    { name: 'O/two.xhtml', data: page(prose(3), head), stored: true },
    { name: 'O/three.xhtml', data: page(`<div id="long">${prose(40)}</div><p id="last">The last.</p>`, head) },
    {
      name: 'O/mo/one.smil',
      data: smil(
        `<seq>${many.map((id) => `<par><text src="../one.xhtml#${id}"/></par>`).join('')}${par('one.xhtml#p1', 0, 1)}${par('one.xhtml#n1', 1, 2, 'epub:type="footnote"')}<seq epub:type="list">${par('one.xhtml#l1', 2, 3)}${par('one.xhtml#l2', 3, 4)}</seq><par><text src="../one.xhtml#p2"/><audio src="https://example.org/a.mp3"/></par></seq>`,
      ),
      stored: true,
    },
    {
      name: 'O/mo/three.smil',
      data: smil(`${par('three.xhtml#long', 4, 64)}${par('three.xhtml#last', 64, 65)}`),
      stored: true,
    },
    { name: 'O/a.wav', data: tone(2), stored: true },
  ]);
}
