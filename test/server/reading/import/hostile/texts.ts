// Hostile pages, texts and Markdown: scripts, depth, bait for slow patterns, broken encodings.

import { type HostileFile, hugePng, megabyte } from './parts.ts';

export function hostileTexts(): HostileFile[] {
  const html = (name: string, body: string, outcome: HostileFile['outcome'] = 'book') => ({
    name,
    bytes: Buffer.from(`<!doctype html><html><body>${body}</body></html>`),
    outcome,
  });
  return [
    html(
      'scripts.html',
      '<h1>A</h1><p onclick="x()">Text<script>alert(1)</script><iframe src="http://x"></iframe><img src="http://x/y.png" onerror="x()"><a href="javascript:alert(1)">l</a><svg onload="x()"><use href="http://x#y"/><foreignObject><p>f</p></foreignObject></svg><style>@import "http://x"</style></p>',
    ),
    html('deep.html', `${'<div>'.repeat(30_000)}text`),
    html(
      'formatting.html',
      Array.from({ length: 3000 }, (_, n) => `<b class="${n}">`).join('') + '<p>x'.repeat(50),
      'either',
    ),
    html('tables.html', '<table>'.repeat(3000), 'either'),
    html('attributes.html', `<p ${Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ')}>text</p>`),
    html('never closed.html', `<a href="${'x'.repeat(500_000)}`, 'either'),
    html('huge inline picture.html', `<p>text<img src="data:image/png;base64,${hugePng().toString('base64')}"></p>`),
    { name: 'spaces.txt', bytes: Buffer.from(`${' '.repeat(2 * megabyte)}x`), outcome: 'book' },
    {
      name: 'heading bait.txt',
      bytes: Buffer.from(`${'第'.repeat(300_000)}章\n${'Chapter '.repeat(100_000)}\n`),
      outcome: 'book',
    },
    {
      name: 'many headings.txt',
      bytes: Buffer.from(Array.from({ length: 12_000 }, (_, n) => `第${n}章`).join('\n')),
      outcome: 'book',
    },
    { name: 'no line ends.txt', bytes: Buffer.from('word '.repeat(600_000)), outcome: 'book' },
    {
      name: 'controls.txt',
      bytes: Buffer.from(`Text \u0007\u0008 and \ufffe\uffff more. ${'ordinary words '.repeat(100)}`),
      outcome: 'book',
    },
    {
      name: 'half characters.txt',
      bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('text \ud800 and more', 'utf16le')]),
      outcome: 'book',
    },
    {
      name: 'laughs.md',
      bytes: Buffer.from(
        `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n---\n# A\n\ntext`,
      ),
      outcome: 'book',
    },
    { name: 'emphasis.md', bytes: Buffer.from(`# A\n\n# B\n\n${'*a **b '.repeat(5000)}`), outcome: 'either' },
    { name: 'brackets.md', bytes: Buffer.from(`# A\n\n# B\n\n${'['.repeat(20_000)}`), outcome: 'either' },
    { name: 'deep quotes.md', bytes: Buffer.from(`# A\n\n# B\n\n${'> '.repeat(3000)}text`), outcome: 'either' },
    {
      name: 'scripts.md',
      bytes: Buffer.from(
        '# A\n\n# B\n\n<script>alert(1)</script><img src=x onerror=alert(1)> [l](javascript:alert(1)) text',
      ),
      outcome: 'book',
    },
  ];
}
