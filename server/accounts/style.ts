// The style sheet of the account pages: black on white, no animation, targets of at least 12 mm on a phone, readable
// on sixteen greys.

export const style = `
:root { font: 125%/1.5 Georgia, "Noto Serif", serif; color: #000; background: #fff; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1.25rem 3rem; max-width: 32rem; margin-inline: auto; }
header { border-bottom: 2px solid #000; margin-bottom: 2rem; }
.mark { margin: 0; padding-bottom: .4rem; font-size: 1.1rem; letter-spacing: .06em; font-variant: small-caps; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: normal; margin: 0 0 1.25rem; }
p, ul, dl { margin: 0 0 1.25rem; }
label, .legend { display: block; margin-bottom: .35rem; }
.field { margin-bottom: 1.4rem; }
.hint { color: #333; font-size: .85rem; margin: .3rem 0 0; }
input[type=text], input[type=password] {
  width: 100%; min-height: 3.2rem; padding: .5rem .75rem; font: inherit; color: #000; background: #fff;
  border: 2px solid #000; border-radius: 0;
}
input[aria-invalid=true] { border-width: 4px; }
input.code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 1.4rem; letter-spacing: .15em;
  text-transform: uppercase; }
.check { display: flex; gap: .75rem; align-items: center; min-height: 3.2rem; margin-bottom: 1rem; }
.check input { width: 1.8rem; height: 1.8rem; flex: none; accent-color: #000; }
.check label { margin: 0; padding: .5rem 0; }
button, .button {
  display: block; width: 100%; min-height: 3.4rem; padding: .6rem 1rem; margin-bottom: 1rem; font: inherit;
  text-align: center; text-decoration: none; cursor: pointer; border: 2px solid #000; border-radius: 0;
  color: #000; background: #fff;
}
button.first, .button.first { color: #fff; background: #000; }
button.plain { border-color: #fff; text-decoration: underline; }
:focus-visible { outline: 4px solid #000; outline-offset: 3px; }
a { color: #000; }
.problem { border: 2px solid #000; border-left-width: 10px; padding: .9rem 1rem 0; margin-bottom: 1.5rem; }
.problem p { margin-bottom: .9rem; }
dt { font-size: .85rem; color: #333; }
dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
dd.code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 1.6rem; letter-spacing: .12em; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: auto; } }
`;
