import type { BadImage } from './bad-images.ts'
import { pngFile } from './png-file.ts'
import { box, repeat, svg, utf8 } from './svg-text.ts'

const rect = (attributes: string) => svg(`<rect width="9" height="9" ${attributes}/>`)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const square = (width: number, height: number) => pngFile({ width, height, colorType: 2, pixel: [255, 0, 0] })
const uses = (levels: number, each: number) =>
  `<defs><g id="a0">${box}</g>${repeat(levels, (level) => `<g id="a${level + 1}">${repeat(each, () => `<use href="#a${level}"/>`)}</g>`)}</defs><use href="#a${levels}"/>`
const filter = (inside: string, attributes = '') =>
  `<filter id="f" ${attributes}>${inside}</filter><g filter="url(#f)">${box}</g>`
const embedded = (bytes: Uint8Array, type = 'image/png') =>
  `<image width="50" height="50" href="data:${type};base64,${base64(bytes)}"/>`
const entities =
  '<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
/** Each mask holds elements of a class that the next mask hides. */
function masksOfClasses(levels: number, each: number) {
  const rules = repeat(levels, (level) => `svg .c${level}{mask:url(#m${level})}`)
  const masks = repeat(
    levels,
    (level) =>
      `<mask id="m${level}">${repeat(each, () => `<rect class="c${level + 1}" width="9" height="9"/>`)}</mask>`,
  )
  return svg(`<style>${rules}</style><defs>${masks}</defs><rect class="c0" width="9" height="9"/>`)
}
const zigzag = (points: number) => `M0 0${repeat(points, (i) => `L${(i * 37) % 100} ${(i * 61) % 50}`)}`

const badSvgTexts: readonly (readonly [name: string, text: string, says: RegExp])[] = [
  ['a script', svg('<script>alert(1)</script>'), /<script> element \(line 1\)/],
  [
    'a script of XHTML',
    svg('<metadata><h:script xmlns:h="http://www.w3.org/1999/xhtml"/></metadata>'),
    /<h:script>/,
  ],
  ['an event handler', svg(`\n<g onload="alert(1)">${box}</g>`), /event handler onload on <g> \(line 2\)/],
  [
    'embedded HTML',
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">hi</p></foreignObject>'),
    /<foreignObject>/,
  ],
  ['text', svg('<text y="40">Cairn</text>'), /<text> element.*outlines/],
  ['text on a path', svg('<textPath>Cairn</textPath>'), /<textPath>/],
  [
    'an animation',
    svg('<rect width="9" height="9"><animate attributeName="x" to="9"/></rect>'),
    /<animate> element/,
  ],
  ['an animation in a style', svg(`<style>@keyframes a{to{opacity:0}}</style>${box}`), /@keyframes/],
  ['an animated property', rect('style="animation:a 1s"'), /property animation on <rect>/],
  ['an unknown element', svg('<blink/>'), /<blink> element/],
  [
    'an image from elsewhere',
    svg('<image width="9" height="9" href="https://www.example.com/a.png"/>'),
    /https:\/\/www.example.com\/a.png/,
  ],
  [
    'an image from a file',
    svg('<image width="9" height="9" xlink:href="file:///etc/passwd"/>'),
    /file:\/\/\/etc\/passwd/,
  ],
  [
    'a use of another document',
    svg('<use href="shapes.svg#a"/>'),
    /external reference "shapes.svg#a" in href on <use>/,
  ],
  ['a link', svg(`<a href="javascript:alert(1)">${box}</a>`), /external reference "javascript:alert\(1\)"/],
  ['a paint from elsewhere', rect('fill="url(https://www.example.com/a.svg#b)"'), /in fill on <rect>/],
  ['a paint from elsewhere in a style', rect('style="fill:url(\'a.svg#b\')"'), /"a.svg#b" in fill/],
  ['an import', svg('<style>@import "https://www.example.com/a.css";</style>'), /@import/],
  ['a style sheet beside it', `<?xml-stylesheet href="a.css"?>${svg(box)}`, /xml-stylesheet/],
  [
    'a name written with escapes',
    svg('<style>.a{fill:u\\72l(https://www.example.com)}</style>'),
    /backslash/,
  ],
  ['rules for some media', svg(`<style>@media (min-width:9px){rect{fill:red}}</style>${box}`), /@media/],
  ['rules for print and screen', svg(`<style>@media print,screen{rect{fill:red}}</style>${box}`), /@media/],
  ['rules within rules', svg(`<style>g{rect{fill:red}}</style>${box}`), /nested rules/],
  [
    'an included file',
    svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    /<xi:include>/,
  ],
  ['entities', `${entities}${svg('&c;')}`, /declares entities/],
  [
    'a document type with parameters',
    `<!DOCTYPE svg [<!ENTITY % a SYSTEM "https://www.example.com/a.dtd">%a;]>${svg(box)}`,
    /parameter entities/,
  ],
  [
    'an entity of a file',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>${svg('&a;')}`,
    /short plain texts/,
  ],
  ['an entity with markup', `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`, /short plain texts/],
  [
    'one long entity, 2,000 times',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(900)}">]>${svg(repeat(2_000, () => '&a;'))}`,
    /at most 1,000,000 characters are inserted/,
  ],
  ['an unknown entity', svg('&nbsp;'), /not well-formed XML \(1:\d+: undefined entity/],
  ['a cut SVG', svg(box).slice(0, -6), /not well-formed XML/],
  [
    'noise of a filter',
    svg(filter('<feTurbulence baseFrequency=".05"/>'), 'width="4000" height="4000" viewBox="0 0 100 100"'),
    /<feTurbulence>/,
  ],
  ['a filter of 99 by 99 weights', svg(filter('<feConvolveMatrix order="99"/>')), /<feConvolveMatrix>/],
  [
    'a filter of 4,000 pixels',
    svg(
      filter('<feGaussianBlur stdDeviation="9"/>', 'filterUnits="userSpaceOnUse" width="4000" height="4000"'),
    ),
    /filter region with width "4000"/,
  ],
  [
    'a filter of 100,000 %',
    svg(filter('<feOffset/>', 'width="100000%" height="100000%"')),
    /filter region with width "100000%"/,
  ],
  ['10 levels of 10 uses', svg(uses(10, 10)), /draws [\d,]+ elements.*at most 20,000/],
  ['masks of classes, 8 levels of 6', masksOfClasses(8, 6), /draws [\d,]+ elements/],
  [
    'a class that is masked by itself',
    svg('<style>.a{mask:url(#m)}</style><mask id="m"><g class="a"/></mask><g class="a"/>'),
    /refers to itself/,
  ],
  [
    '2,000 rules for 2,000 elements',
    svg(`<style>${'g{fill:url(#x)}'.repeat(2_000)}</style>${'<g/>'.repeat(2_000)}`),
    /too many rules/,
  ],
  ['a chain of 400 uses', svg(uses(400, 1)), /references nested too deeply/],
  ['a use of itself', svg('<g id="a"><use href="#a"/></g>'), /refers to itself/],
  [
    'a pattern of itself',
    svg('<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern>'),
    /refers to itself/,
  ],
  ['30,000 elements', svg('<g/>'.repeat(30_000)), /too many elements/],
  ['1,000 levels', svg('<g>'.repeat(1_000) + '</g>'.repeat(1_000)), /nested too deeply/],
  [
    'a colour of Display P3',
    rect('fill="color(display-p3 1 0 0)"'),
    /function color.* in fill on <rect>.*sRGB/,
  ],
  ['a colour of OKLCH', rect('style="fill:oklch(.6 .2 30)"'), /function oklch/],
  ['a colour of Lab in a style sheet', svg('<style>.a{stop-color:lab(50 40 59)}</style>'), /function lab/],
  ['a mixed colour', rect('fill="color-mix(in srgb, red, blue)"'), /function color-mix/],
  ['a variable without a value', rect('fill="var(--brand)"'), /variable --brand without a value.*:root/],
  [
    'a variable of some elements',
    svg(`<style>.a{--c:red} :root{--c:blue}</style><g class="a" fill="var(--c)">${box}</g>`),
    /variable --c, which is not the same/,
  ],
  ['a variable of itself', rect('style="--c:var(--c);fill:var(--c)"'), /variable --c/],
  [
    'variables that double 60 times',
    svg(
      `<style>:root{${repeat(60, (i) => `--a${i}:var(--a${i + 1}) var(--a${i + 1});`)}}</style><g fill="var(--a0)"/>`,
    ),
    /variable/,
  ],
  ['a colour made from another', rect('fill="rgb(from red r g b)"'), /rgb\(from red/],
  [
    'an origin in the box of what is transformed',
    rect('style="transform:rotate(9deg);transform-box:fill-box;transform-origin:center"'),
    /transform-(?:origin|box)/,
  ],
  [
    'an origin in a style sheet',
    svg(
      `<style>.a{transform-origin:9px 9px}</style><rect class="a" width="9" height="9" transform="rotate(9)"/>`,
    ),
    /transform-origin/,
  ],
  ['another picture per language', svg('<switch><g systemLanguage="de"/></switch>'), /systemLanguage/],
  [
    'a filter in CSS that is computed in linear light',
    rect('style="filter:grayscale(1)"'),
    /function grayscale/,
  ],
  [
    'a transform by percentages',
    rect('style="transform:translate(50%,0)"'),
    /transform "translate\(50%,0\)"/,
  ],
  [
    'a gradient in linear light',
    svg('<linearGradient color-interpolation="linearRGB"/>'),
    /color-interpolation "linearRGB"/,
  ],
  [
    'dashes in parts of a path',
    svg('<path pathLength="10" d="M0 0h9" stroke-dasharray="1"/>'),
    /pathLength "10"/,
  ],
  ['an unsupported selector', svg('<style>:where(.a){fill:red}</style>'), /:is\(\) or :where\(\)/],
  [
    'a use of an svg',
    svg('<svg id="a" viewBox="0 0 9 9" width="9" height="9"/><use href="#a"/>'),
    /<use> of an <svg>/,
  ],
  ['no size', svg(box, ''), /has no size.*viewBox/],
  ['a viewBox of no width', svg(box, 'viewBox="0 0 0 50"'), /malformed viewBox/],
  ['a viewBox of three numbers', svg(box, 'viewBox="0 0 50"'), /malformed viewBox/],
  ['a width of 1e9', svg(box, 'width="1e9" height="1e9"'), /1000000000 x 1000000000 pixels/],
  [
    'an embedded SVG',
    svg(embedded(utf8(svg(box)), 'image/svg+xml')),
    /embedded image that is image\/svg\+xml/,
  ],
  ['an embedded GIF that says PNG', svg(embedded(utf8('GIF89a'))), /embedded image that is image\/gif/],
  ['an embedded bomb', svg(embedded(square(5_000, 1_000))), /embedded image that has 5000 x 1000 pixels/],
  [
    'two embedded images of 3 megapixels',
    svg(embedded(square(1_500, 2_000)).repeat(2)),
    /embedded image that has 1500 x 2000 pixels/,
  ],
  ['an embedded cut image', svg(embedded(square(9, 9).subarray(0, 60))), /embedded image that is cut off/],
]

/** SVGs that are refused by reading them alone. */
export const badSvgs: readonly BadImage[] = badSvgTexts.map(([name, text, says]) => [
  name,
  422,
  says,
  () => utf8(text),
])

/** Takes minutes inside one call of the renderer. */
export const slowSvg = () =>
  utf8(svg(`<path fill="none" stroke="red" stroke-width="5" stroke-dasharray=".1" d="${zigzag(1_000)}"/>`))
