/** The style of saved chronicles and books: files of their own, which know nothing of the page's design tokens. */
export const FILE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fbf4e3, #1f1810); --ink: light-dark(#2a1e10, #efe2c6); --faint: light-dark(#6b5636, #c3ae87); --line: light-dark(#c9b48a, #57452f); --red: #a3160f; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.15rem/1.6 "Alegreya", "Iowan Old Style", Georgia, serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
.tale { padding-inline-end: 9rem; }
h1, h2, h3 { font-family: "Cinzel", Georgia, serif; line-height: 1.2; text-wrap: balance; break-after: avoid; }
h1 { font-size: 2.1rem; text-align: center; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
.tale > header { text-align: center; margin-bottom: 2rem; }
.tale > header h2 { font-size: 1.7rem; margin: 0 0 .4rem; }
.subject, .fate, .colophon, .faint { color: var(--faint); margin: 0; }
.subject { font-style: italic; }
p { margin: 0 0 .6em; text-align: justify; hyphens: auto; orphans: 3; widows: 3; overflow-wrap: anywhere; }
header p, .colophon, .title p { text-align: center; }
.tale > header + section p:first-of-type::first-letter { float: left; font: 700 3.4em/.82 "Cinzel", Georgia, serif; padding-inline-end: .09em; margin-top: .06em; }
.cards { float: right; clear: right; width: 8rem; margin: .35rem -9rem .5rem 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .3rem; }
.card { position: relative; width: 2.45rem; height: 3.45rem; border: 1px solid #b9a276; border-radius: .35rem; background: #fffaf0; color: #241a10; text-align: center; overflow: hidden; print-color-adjust: exact; }
.card b { position: absolute; inset: .1rem auto auto .25rem; font: 700 .85rem/1.2 Georgia, serif; }
.card.red b { color: var(--red); }
.card svg { width: 1.6rem; height: 1.6rem; margin-top: 1.4rem; }
.colophon { margin-top: 2.5rem; font-size: .9rem; }
.title { text-align: center; padding: 20vh 0; }
.book .tale { margin-top: 4rem; padding-top: 4rem; border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; font-size: 1rem; }
th, td { text-align: start; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums lining-nums; }
.date { white-space: nowrap; }
tfoot th, tfoot td { border-bottom: 0; border-top: 2px solid var(--line); font-weight: 700; }
ol { padding-inline-start: 1.5em; }
a { color: inherit; }
@media (max-width: 40rem) {
  .tale { padding-inline-end: 0; }
  .cards { float: none; width: auto; margin: 1rem 0 .4rem; }
  p { text-align: start; }
}
@page { margin: 18mm 16mm 20mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #333; --line: #999; }
  body { font-size: 11.5pt; line-height: 1.45; }
  main { max-width: none; padding: 0; }
  .title, .front, .book .tale { break-after: page; }
  .book .tale { margin-top: 0; padding-top: 0; border-top: 0; }
  .book .tale:last-of-type { break-after: auto; }
  .cards, tr { break-inside: avoid; }
}
`;
