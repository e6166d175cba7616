// The books of the delivery tests: one with everything that is delivered, and one with everything that must not be.

import sharp from 'sharp';
import { writePng } from '../../../../server/reading/delivery/panel/write-png.ts';
import { buildEpub, xhtml } from '../import/build-epub.ts';

export const words = 'It is not down in any map; true places never are. ';

export async function makeBook(title = 'A Book'): Promise<Buffer> {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  return buildEpub({
    metadata: `<dc:title>${title}</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language>`,
    manifest:
      '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/><item id="c3" href="gone.xhtml" media-type="application/xhtml+xml"/><item id="s" href="s.css" media-type="text/css"/><item id="p" href="i/a%20b.jpg" media-type="image/jpeg"/><item id="d" href="i/d.svg" media-type="image/svg+xml"/><item id="x" href="x.js" media-type="text/javascript"/>',
    spine: '<itemref idref="c1"/><itemref idref="nowhere"/><itemref idref="c2"/><itemref idref="c3"/>',
    files: {
      'book/one.xhtml': xhtml(
        `<h1>One</h1><p id="part">${words.repeat(200)}</p><script>1 &lt; 2</script><p><img src="i/a%20b.jpg" alt="A"/>&#xe9;</p>`,
        '<title>t</title><link rel="stylesheet" href="s.css"/><script src="x.js"/>',
      ),
      'book/two.xhtml': undefined,
      'book/text/two b.xhtml': xhtml(
        '<p>Loomings. <a href="../one.xhtml#part">back</a> <img src="../i/d.svg" alt=""/></p>',
      ),
      'book/s.css': `@import "http://elsewhere.test/x.css"; p { background: url(i/a%20b.jpg) } ${'q { color: black } '.repeat(100)} .t${Buffer.from(title).toString('hex')} { color: black }`,
      'book/i/a b.jpg': picture,
      'book/i/d.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>x()</script><path d="M0 0h1"/></svg>',
      'book/x.js': 'x()',
    },
  });
}

/** Every way that is known of making a reader run, ask or send something. */
export async function hostileBook(): Promise<Buffer> {
  const evil = 'http://evil.test/';
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#404040' } })
    .jpeg()
    .toBuffer();
  const frames = await sharp(Buffer.alloc(8 * 8 * 20 * 3), {
    raw: { width: 8, height: 160, channels: 3, pageHeight: 8 },
  })
    .gif({ loop: 0 })
    .toBuffer();
  const body = [
    '<p onclick="alert(1)" style="background: url(http://evil.test/a)">Words.</p>',
    '<script>alert(1)</script><script src="http://evil.test/x.js"/>',
    `<iframe src="${evil}" srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"/><object data="${evil}"/><embed src="${evil}"/>`,
    `<form action="${evil}"><input type="submit" formaction="${evil}"/><button onclick="alert(1)">Send me</button></form>`,
    `<img src="${evil}a.png" srcset="${evil}b.png 2x" onerror="alert(1)"/><img src="d.svg"/><a href="javascript:alert(1)"/>`,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><use href="${evil}#a"/><a href="javascript:alert(1)"><animate attributeName="href" values="javascript:alert(1)"/></a></svg>`,
    `<video src="${evil}"/><audio src="${evil}"/><math><mi href="javascript:alert(1)"/></math>`,
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)"><script xlink:href="${evil}"/><script>alert(1)</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${evil}"/></foreignObject><image href="${evil}"/><style>@import "${evil}";</style></svg>`;
  const bomb = Buffer.from(writePng(new Uint8Array(64), 8, 8, 16));
  bomb.writeUInt32BE(200_000, 16);
  bomb.writeUInt32BE(200_000, 20);
  return buildEpub({
    manifest:
      '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="two.svg" media-type="image/svg+xml"/>',
    files: {
      'book/one.xhtml': xhtml(
        body,
        `<title>t</title><base href="${evil}"/><meta http-equiv="refresh" content="0;url=${evil}"/><link rel="stylesheet" href="s.css"/><link rel="stylesheet" href="${evil}s.css"/><style>@import url(${evil})</style>`,
      ),
      'book/two.xhtml': undefined,
      'book/two.svg': svg,
      'book/d.svg': svg,
      'book/s.css': `@import "${evil}"; p { background: u\\72l(${evil}) }`,
      'book/fake.png': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'book/evil.html.jpg': '<html><script>alert(1)</script></html>',
      'book/bomb.png': bomb,
      'book/cut.jpg': jpeg.subarray(0, jpeg.length >> 1),
      'book/moving.gif': frames,
    },
  });
}
