/** The style of all pages, sent inside each: the policy of the pages allows this text and no other. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f6f4ef; --card: #fffefb; --ink: #1e2428; --soft: #5a646c; --line: #e0dcd2; --track: #e9e5db;
  --accent: #0a6a5b; --accent-strong: #07564a; --accent-soft: #e2f0ec; --on-accent: #ffffff;
  --good: #1b6b3a; --good-soft: #e3f2e6; --warn: #8a4b00; --warn-soft: #faeed9; --bad: #a1242f; --bad-soft: #fbe7e6;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Times New Roman", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #111517; --card: #191f22; --ink: #e8ecee; --soft: #a2adb4; --line: #2f383d; --track: #2b3439;
    --accent: #5fccb6; --accent-strong: #86dccb; --accent-soft: #15302b; --on-accent: #06231d;
    --good: #83d39b; --good-soft: #16301e; --warn: #f0b264; --warn-soft: #362813; --bad: #ff9f9f; --bad-soft: #3b1d20;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; padding: 0 clamp(1rem, 4vw, 2rem) 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 var(--sans); overflow-wrap: anywhere;
}
.top, main { max-width: 53rem; margin-inline: auto; }
.top { display: flex; align-items: center; gap: .55rem; padding: 1.4rem 0; color: var(--accent); font-weight: 650; letter-spacing: .02em; }
.top svg { fill: currentColor; }
h1, h2, h3, p, ul, ol, dl, dd, figure, blockquote { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, .product { font-family: var(--serif); font-weight: 600; letter-spacing: -.012em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 6.2vw, 3.1rem); line-height: 1.12; }
h2 { font: 600 1.42rem/1.25 var(--serif); margin-bottom: .35rem; }
h3 { font: 600 1rem/1.4 var(--sans); }
a { color: var(--accent); text-underline-offset: .17em; text-decoration-thickness: .07em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: .13em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main > * + * { margin-top: 3rem; }
main > section > p + .card { margin-top: 1rem; }
main > section > h2 + .card { margin-top: .8rem; }
.soft { color: var(--soft); }
.eyebrow { font: 650 .78rem/1.4 var(--sans); letter-spacing: .09em; text-transform: uppercase; color: var(--soft); margin: 0; }
.prose { max-width: 74ch; white-space: pre-line; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1.15rem, 3.4vw, 2rem); overflow: clip; }
.masthead { padding-top: clamp(.5rem, 3vw, 1.8rem); }
.masthead h1 { margin: .4rem 0 .6rem; }
.masthead + .verdict { margin-top: 2rem; }
.facets { display: flex; flex-wrap: wrap; gap: .1rem 1.4rem; }
.facets span + span { position: relative; }
.facets span + span::before { content: "·"; position: absolute; left: -.85rem; }

.verdict { position: relative; padding-left: clamp(1.5rem, 4.4vw, 2.6rem); }
.verdict::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 6px; background: var(--accent); }
.verdict > * + * { margin-top: 1.05rem; }
.verdict-head { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .35rem 1.2rem; align-items: center; }
.verdict-head > * { grid-column: 1; }
.verdict-head > .confidence { grid-column: 2; grid-row: 1 / 3; }
.product { font-size: clamp(1.7rem, 4.6vw, 2.4rem); line-height: 1.15; }
.stranger { font-size: 1.1rem; white-space: pre-line; }
.tagline { font-size: 1.14rem; color: var(--soft); }
.tagline::first-letter { text-transform: uppercase; }
.confidence { display: inline-flex; align-items: center; gap: .55rem; padding: .3rem .8rem; border-radius: 99px; font-size: .9rem; font-weight: 600; white-space: nowrap; background: var(--accent-soft); color: var(--accent-strong); }
.dots { display: inline-flex; gap: 3px; }
.dots i { width: .55rem; height: .55rem; border-radius: 50%; border: 2px solid currentColor; }
.low .dots i:nth-child(-n+1), .medium .dots i:nth-child(-n+2), .high .dots i { background: currentColor; }
.says { padding: 1.05rem 1.25rem; background: var(--accent-soft); border-radius: 10px; }
.says p { font: italic 1.08rem/1.62 var(--serif); white-space: pre-line; }
.says figcaption { margin-top: .55rem; font-size: .9rem; color: var(--soft); }
.says figcaption::before { content: "— "; }
.read-on a { font-weight: 600; }
.unconfirmed::before { background: var(--warn); }
.doubt { padding: .7rem 1rem; border-radius: 10px; background: var(--warn-soft); color: var(--warn); }
.unconfirmed .says { background: none; border: 1px solid var(--line); }
.origin { font-size: .9rem; }
.origin + .prose, .verdict > .origin + .says { margin-top: .3rem; }
.saved-by { margin-top: .5rem; font-size: .94rem; }

.scores { display: grid; gap: 1.35rem; }
.scores li { min-width: 0; }
.scores > li { display: grid; grid-template-columns: 1fr auto; gap: .35rem 1rem; align-items: baseline; }
.points { font-size: .94rem; font-variant-numeric: tabular-nums; text-align: right; }
.bar { grid-column: 1 / -1; display: block; width: 100%; height: 10px; }
.track { fill: var(--track); }
.fill { fill: var(--soft); opacity: .62; }
.best .fill { fill: var(--accent); opacity: 1; }
.best h3 { color: var(--accent-strong); font-weight: 700; }
.signals { grid-column: 1 / -1; display: grid; gap: .1rem; font-size: .87rem; line-height: 1.5; }
.signals b { font-variant-numeric: tabular-nums; }

.answers { display: grid; gap: 1.15rem; }
.answers > div { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: .4rem 1.6rem; }
.answers > div + div { border-top: 1px solid var(--line); padding-top: 1.15rem; }
dt { font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; }
.chips li { padding: .12rem .7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--paper); }

.topic { display: grid; grid-template-columns: minmax(0, 10rem) minmax(0, 1fr); gap: .4rem 1.6rem; }
.topic h3 { line-height: 1.6; }
.topic + .topic { border-top: 1px solid var(--line); margin-top: 1.4rem; padding-top: 1.4rem; }
.topic > ul { display: grid; gap: 1.2rem; }
.fact-text { font-weight: 550; white-space: pre-line; }
.incorrect .fact-text { text-decoration: line-through; text-decoration-thickness: .07em; color: var(--soft); }
.tags { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .6rem; margin-top: .1rem; font-size: .84rem; color: var(--soft); }
.tag.confirmed, .tag.incorrect, .tag.unsure { padding: 0 .55rem; border-radius: 99px; font-weight: 600; }
.tag.confirmed { color: var(--good); background: var(--good-soft); }
.tag.unsure { color: var(--warn); background: var(--warn-soft); }
.tag.incorrect { color: var(--bad); background: var(--bad-soft); }
.sources { display: grid; gap: .6rem; margin-top: .5rem; }
.sources li { padding-left: .85rem; border-left: 3px solid var(--track); }
.sources blockquote { font: .83rem/1.5 var(--mono); white-space: pre-wrap; }
.cite { margin-top: .15rem; font-size: .84rem; color: var(--soft); }
.date { white-space: nowrap; }

.boundaries { display: grid; gap: .45rem; }
.boundaries li { padding-left: 1.1rem; text-indent: -1.1rem; }
.boundaries li::before { content: "–"; display: inline-block; width: 1.1rem; text-indent: 0; color: var(--soft); }
.faq { display: grid; gap: 1.3rem; }
.faq > div + div { border-top: 1px solid var(--line); padding-top: 1.3rem; }

.about p { margin-top: .6rem; }
.about .prose { color: var(--soft); font-size: .94rem; }
.address { font-size: .94rem; }
details { margin-top: 1.3rem; border: 1px solid var(--line); border-radius: 10px; padding: 0 1.1rem; }
summary { padding: .7rem 0; cursor: pointer; font-weight: 600; }
details[open] { padding-bottom: 1.1rem; }
details p { margin: 0; }
.delete { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem .7rem; margin-top: .9rem; }
.delete label { grid-column: 1 / -1; font-size: .9rem; font-weight: 600; }
input[type="text"] { min-width: 0; padding: .55rem .75rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: inherit; font: .92rem/1.4 var(--mono); }
button { justify-self: start; padding: .58rem 1.1rem; border: 0; border-radius: 8px; background: var(--bad); color: var(--card); font: 600 .95rem/1.4 var(--sans); cursor: pointer; }
button:hover { filter: brightness(1.08); }

.notice { margin-top: 6vh; padding: clamp(1.5rem, 5vw, 3rem); }
.notice h1 { font-size: clamp(1.7rem, 5vw, 2.3rem); margin-bottom: .9rem; }
.notice p + p { margin-top: .7rem; }
.notice .delete { margin-top: 1.3rem; }
.back { margin-top: 1.3rem; }

@media (max-width: 40rem) {
  main > * + * { margin-top: 2.3rem; }
  .answers > div, .topic, .delete { grid-template-columns: minmax(0, 1fr); }
  .verdict-head > .confidence { grid-column: 1; grid-row: auto; justify-self: start; margin-top: .25rem; }
  .facets { display: grid; }
  .facets span + span::before { content: none; }
  .topic h3 { color: var(--soft); }
  .verdict::before { width: 5px; }
}
@media (forced-colors: active) {
  .fill, .best .fill { fill: CanvasText; opacity: 1; }
  .track { fill: Canvas; stroke: CanvasText; }
  .dots i { background: Canvas; border-color: CanvasText; }
  .low .dots i:nth-child(-n+1), .medium .dots i:nth-child(-n+2), .high .dots i { forced-color-adjust: none; background: CanvasText; }
}
@page { margin: 16mm 15mm 18mm; }
@media print {
  :root { color-scheme: light; }
  html { font-size: 10pt; }
  body { padding: 0; background: none; }
  .top { padding: 0 0 4mm; }
  .top, main { max-width: none; }
  .card, .says, .chips li { background: none; }
  .card { padding: 5mm; border-radius: 2mm; overflow: visible; }
  .card.scores, .card.answers, .card.facts { padding: 0; border: 0; }
  .says { border: 1px solid var(--line); }
  .verdict { padding-left: 7mm; }
  .verdict { overflow: clip; }
  .verdict::before, .dots i { print-color-adjust: exact; }
  .doubt { background: none; border: 1px solid currentColor; }
  .confidence, .tag.confirmed, .tag.incorrect, .tag.unsure { background: none; border: 1px solid currentColor; }
  main > * + * { margin-top: 8mm; }
  h1 { font-size: 25pt; }
  .product { font-size: 20pt; }
  h2, h3, h2 + p { break-after: avoid; }
  .scores > li, .answers > div, .fact, .sources li, .says, .verdict-head { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
  details, .delete, .back { display: none; }
}
`
