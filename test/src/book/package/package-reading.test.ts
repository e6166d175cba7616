import { describe, expect, it } from 'vitest';
import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { readViewport } from '../../../../src/book/parsing/viewport.ts';
import { buildZip, container, page, type ZipPart } from '../build-zip.ts';

interface Package {
  metadata?: string;
  manifest?: string;
  spine?: string;
  /** Attributes of `package`. */
  root?: string;
  spineAttributes?: string;
  /** Behind the spine. */
  more?: string;
  parts?: ZipPart[];
}

const nav = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>${body}</body></html>`;

async function read({
  metadata = '',
  manifest = '',
  spine = '<itemref idref="one"/>',
  root = 'version="3.0"',
  more = '',
  ...rest
}: Package) {
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="i" ${root}><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier>${metadata}</metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>${manifest}</manifest><spine ${rest.spineAttributes ?? ''}>${spine}</spine>${more}</package>`;
  const parts = rest.parts ?? [];
  return readPublication(
    await openZip(
      await buildZip([
        container,
        { name: 'O/c.opf', data: opf },
        { name: 'O/one.xhtml', data: page('<p>One</p>') },
        { name: 'O/two.xhtml', data: page('<p>Two</p>') },
        ...parts,
      ]),
    ),
  );
}

describe('facts', () => {
  it('are the first title and all creators in order, squeezed, each in its direction', async () => {
    const { facts } = await read({
      root: 'version="3.0" dir="rtl"',
      metadata: `<dc:title>  A
 <!-- x --> long   title </dc:title><dc:title dir="ltr">Second</dc:title><dc:creator dir="auto">B</dc:creator><dc:creator>A</dc:creator><dc:language>he</dc:language>`,
      more: '<collection role="x"><metadata><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">Other</dc:title></metadata></collection>',
    });
    expect(facts).toMatchObject({ title: 'A long title', titleDirection: 'rtl', authors: ['B', 'A'] });
    expect(facts.authorDirections).toEqual(['auto', 'rtl']);
    expect(facts.direction).toBe('rtl');
  });

  it.each([
    ['ar', '', 'rtl'],
    ['az-Arab', '', 'rtl'],
    ['en', '', 'ltr'],
    ['not a tag', '', 'ltr'],
    ['he', 'page-progression-direction="ltr"', 'ltr'],
    ['ja', 'page-progression-direction="rtl"', 'rtl'],
    ['ur', 'page-progression-direction="default"', 'rtl'],
  ])('turn a book in %s (%s) %s', async (language, spineAttributes, direction) => {
    const { facts } = await read({ metadata: `<dc:language>${language}</dc:language>`, spineAttributes });
    expect(facts.direction).toBe(direction);
  });

  it('know fixed layout by any prefix, by the older names, and for single parts', async () => {
    const meta =
      '<meta property="r:layout">pre-paginated</meta><meta property="rendition:spread">portrait</meta><meta property="rendition:layout" refines="#x">reflowable</meta>';
    const own = await read({
      root: 'version="3.0" prefix="r: http://www.idpf.org/vocab/rendition/#"',
      metadata: `${meta}<meta property="rendition:viewport">width=800, height=600</meta>`,
      spine: `<itemref idref="one" properties="page-spread-left"/><itemref idref="two" properties="r:layout-reflowable
 rendition:spread-none r:page-spread-center rendition:orientation-landscape"/>`,
    });
    expect(own.facts.layout).toBe('fixed');
    expect(own.spine[0]).toMatchObject({ fixed: true, spread: 'both', side: 'left', orientation: 'auto' });
    expect(own.spine[0]?.viewport).toEqual({ width: 800, height: 600 });
    expect(own.spine[1]).toMatchObject({ fixed: false, spread: 'none', side: 'center', orientation: 'landscape' });
    const options = {
      name: 'META-INF/com.apple.ibooks.display-options.xml',
      data: '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
    };
    expect((await read({ parts: [options] })).spine[0]?.fixed).toBe(true);
    expect((await read({ metadata: '<meta name="fixed-layout" content="true"/>' })).facts.layout).toBe('fixed');
  });

  it('read sizes of pages out of whatever stands there', () => {
    const size = { width: 900, height: 600 };
    for (const content of [
      'width=900, height=600',
      'height=600px;width=900mm',
      'width=900,height=600,width=5',
      'a, WIDTH = 900 height=600.0 foo=,',
      '900x600',
      'initial-scale=2 width=900 height=600 user-scalable=no',
    ]) {
      expect([content, readViewport(content)]).toEqual([content, size]);
    }
    for (const content of [
      undefined,
      '',
      'width=900',
      'width=device-width, height=600',
      'min-width=900, min-height=600',
      'width=0, height=0',
      'width=9999999, height=9999999',
      'width=-5, height=3',
    ]) {
      expect([content, readViewport(content)]).toEqual([content, undefined]);
    }
  });
});

describe('parts', () => {
  const psd =
    '<item id="psd" href="a.psd" media-type="image/vnd.adobe.photoshop" fallback="psd2"/><item id="psd2" href="b.psd" media-type="image/vnd.adobe.photoshop" fallback="png"/><item id="png" href="a.png" media-type="image/png"/>';
  const files = ['a.psd', 'b.psd', 'a.png', 'unlisted.png'].map((name) => ({ name: `O/${name}`, data: name }));

  it('are shown by their fallbacks, in the spine as in the chapters, and never by ones that only lead to themselves', async () => {
    const loop =
      '<item id="l" href="l.dmg" media-type="application/x-dmg" fallback="m"/><item id="m" href="m.dmg" media-type="application/x-dmg" fallback="l"/>';
    const script =
      '<item id="s" href="two.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="one"/>';
    const publication = await read({
      manifest: `${psd}${loop}${script}<item id="json" href="a.json" media-type="application/json" fallback="two"/>`,
      spine: '<itemref idref="psd"/><itemref idref="l"/><itemref idref="json"/><itemref idref="missing"/>',
      parts: [...files, { name: 'O/l.dmg', data: 'x' }, { name: 'O/a.json', data: '{}' }],
    });
    expect(publication.spine.map(({ path }) => path)).toEqual(['O/a.png', 'O/l.dmg', 'O/two.xhtml', '']);
    expect(publication.usable('O/a.psd')).toBe('O/a.png');
    expect(publication.usable('O/l.dmg')).toBe('O/l.dmg');
    expect(publication.standIn('O/a.json')).toBe('O/two.xhtml');
  });

  it('with scripts give way to what does without', async () => {
    const manifest =
      '<item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="two"/><item id="t" href="t.xhtml" media-type="application/xhtml+xml" properties="scripted"/>';
    const parts = ['s', 't'].map((name) => ({ name: `O/${name}.xhtml`, data: page('<p>s</p>') }));
    const { spine } = await read({ manifest, spine: '<itemref idref="s"/><itemref idref="t"/>', parts });
    expect(spine.map(({ path }) => path)).toEqual(['O/two.xhtml', 'O/t.xhtml']);
  });

  it('of EPUB 3 are listed, those of older books need not be, and one in another folder is found', async () => {
    const epub3 = await read({
      manifest: `${psd}<item id="far" href="far.png" media-type="image/png"/>`,
      parts: [...files, { name: 'O/images/far.png', data: 'x' }],
    });
    expect([epub3.lists('O/a.png'), epub3.lists('O/unlisted.png'), epub3.lists('O/images/far.png')]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await read({ root: 'version="2.0"', parts: files })).lists('O/unlisted.png')).toBe(true);
  });
});

describe('guides', () => {
  const contents = `<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="two.xhtml">Start</a></li></ol></nav>
<nav role="doc-pagelist" epub:type="page-list"><ol><li><a href="one.xhtml#p1">i</a></li><li><a href="two.xhtml">1</a></li><li><a href="nowhere.xhtml">2</a></li></ol></nav>
<nav epub:type="x toc" hidden="hidden"><h1>Contents</h1><div><ol><li><span>Part</span><ol><li><p><a href="one.xhtml"><ruby>漢<rt>kan</rt></ruby>  <img src="x.png" alt="pictured"/></a></p></li></ol></li>
<li><a href="two.xhtml#x" title="Named"><img src="y.png" alt=""/></a></li><li><ol><li><a href="http://example.org/">Out</a></li></ol></li></ol></div></nav>`;
  const item = '<item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="scripted nav"/>';
  const spine = '<itemref idref="one"/><itemref idref="two"/><itemref idref="one"/>';

  it('are read from the navigation document, however it is built', async () => {
    const publication = await read({ manifest: item, spine, parts: [{ name: 'O/n.xhtml', data: nav(contents) }] });
    expect(publication.toc.map(({ title, level, section, href }) => [title, level, section, href])).toEqual([
      ['Part', 1, -1, ''],
      ['漢 pictured', 2, 0, 'one.xhtml'],
      ['Named', 1, 1, 'two.xhtml#x'],
      ['Out', 1, -1, ''],
    ]);
    expect(publication.landmarks).toEqual([{ type: 'bodymatter', title: 'Start', href: 'two.xhtml', section: 1 }]);
    expect(publication.pageList.map(({ title, section }) => [title, section])).toEqual([
      ['i', 0],
      ['1', 1],
    ]);
  });

  it('are read from the NCX and the guide of EPUB 2, without ids, labels or order', async () => {
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>One</text></navLabel><content src="one.xhtml"/><navPoint><navLabel><text>Two</text></navLabel><content src="two.xhtml#a"/></navPoint></navPoint><navPoint id="x"><content src="two.xhtml"/></navPoint><navPoint id="x"><navLabel><text>Three &nbsp;</text></navLabel></navPoint></navMap><pageList><pageTarget value="7"><navLabel><text>7</text></navLabel><content src="two.xhtml"/></pageTarget></pageList></ncx>`;
    const publication = await read({
      root: 'version="2.0"',
      manifest: '<item id="1.ncx" href="t.ncx" media-type="text/xml"/>',
      spine,
      spineAttributes: 'toc="1.ncx"',
      more: '<guide><reference type="Text" title="Begin" href="two.xhtml"/><reference type="cover" href="one.xhtml"/></guide>',
      parts: [{ name: 'O/t.ncx', data: ncx }],
    });
    expect(publication.toc.map(({ title, level, section }) => [title, level, section])).toEqual([
      ['One', 1, 0],
      ['Two', 2, 1],
      ['Three', 1, -1],
    ]);
    expect(publication.landmarks.map(({ type, title }) => [type, title])).toEqual([
      ['bodymatter', 'Begin'],
      ['cover', ''],
    ]);
    expect(publication.pageList[0]).toMatchObject({ title: '7', section: 1 });
  });
});
