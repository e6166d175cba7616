// Work that is the same in every run and in every state of the program: 120 KB of text are made into elements and laid
// out in columns of a page's size. What it takes tells how fast the machine is just now.

const length = 120_000;
const syllables = 'al be cor dan el fi gor hu in jo ka lo mer no or pe qui ra sil ta un ve wo xa yl zen'.split(' ');

let state = 7919;
function next() {
  state = (state * 48_271) % 2_147_483_647;
  return state;
}

const word = () =>
  Array.from({ length: 1 + (next() % 4) }, () => syllables[Math.floor(next() / 64) % syllables.length]).join('');

const paragraphs = [];
for (let written = 0; written < length; ) {
  const text = Array.from({ length: 20 + (next() % 80) }, word).join(' ');
  paragraphs.push(`<p>${text}, <em>${word()}</em> ${word()}.</p>`);
  written += text.length;
}
const markup = paragraphs.join('\n');

/** Milliseconds. */
window.knownWork = () => {
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  const start = performance.now();
  sheet.innerHTML = markup;
  document.body.append(sheet);
  // Asked for, so that it is laid out.
  const columns = sheet.scrollWidth;
  const took = performance.now() - start;
  sheet.remove();
  if (columns < 10 * sheet.clientWidth) throw new Error('The known work was not laid out in columns.');
  return took;
};
