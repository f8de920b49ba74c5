import { proseSentence } from './site-prose.ts'

/** What makes real pages big, made on the way out so that the repository need not hold it. It has no facts. */
export type Filler = 'css' | 'svg' | 'script' | 'json' | 'prose' | 'mails'

/**
 * About `amount` bytes of it as whole elements, or that many list items for `mails`; the same seed gives the same bytes.
 * Prose is in the language of the site, so that a page is not taken for what it is not.
 */
export function fill(kind: Filler, amount: number, options: { seed: string; language: string }): string {
  const random = createRandom(options.seed)
  if (kind === 'mails') return Array.from({ length: amount }, (_, i) => dealer(i)).join('\n')
  if (kind === 'css') return `<style>${repeat(amount, () => rule(random))}</style>`
  if (kind === 'svg') return sprite(amount, random)
  if (kind === 'script')
    return `<script>!function(){"use strict";${repeat(amount, () => statement(random))}}();</script>`
  if (kind === 'json')
    return `<script id="state" type="application/json">[${repeat(amount, () => `${state(random)},`)}null]</script>`
  return repeat(
    amount,
    () => `<p>${Array.from({ length: 5 }, () => proseSentence(options.language, random)).join(' ')}</p>\n`,
  )
}

export function isFiller(kind: string): kind is Filler {
  return ['css', 'svg', 'script', 'json', 'prose', 'mails'].includes(kind)
}

type Random = (below: number) => number

/** Mulberry32 over a hash of the seed: small, and the same everywhere. */
function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function repeat(bytes: number, part: () => string): string {
  const parts: string[] = []
  for (let length = 0; length < bytes; ) {
    const next = part()
    parts.push(next)
    length += next.length
  }
  return parts.join('')
}

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0]

const blocks = ['hero', 'card', 'grid', 'nav', 'foot', 'btn', 'media', 'modal', 'tabs'] as const
const parts = ['inner', 'item', 'title', 'label', 'icon', 'image', 'row'] as const
const declarations = [
  'display:flex;align-items:center',
  'padding:1.5rem 2rem',
  'margin:0 auto;max-width:72rem',
  'border-radius:4px;overflow:hidden',
  'transition:opacity .2s ease-in-out',
  'font-weight:600;letter-spacing:.02em',
  'grid-template-columns:repeat(3,minmax(0,1fr))',
] as const

function rule(random: Random): string {
  const selector = `.${pick(random, blocks)}__${pick(random, parts)}-${random(90)}`
  const body = `${pick(random, declarations)};color:#${(random(0xffffff) + 0x1000000).toString(16).slice(1)}`
  if (random(6) === 0) return `@media (min-width:${600 + random(900)}px){${selector}{${body}}}`
  return `${selector}{${body}}`
}

function sprite(bytes: number, random: Random): string {
  const point = () => `${random(24)}.${random(99)} ${random(24)}.${random(99)}`
  const symbol = () =>
    `<symbol id="i-${random(99999)}" viewBox="0 0 24 24"><path d="M${point()}C${point()} ${point()} ${point()}Z"/></symbol>`
  return `<svg xmlns="http://www.w3.org/2000/svg" style="display:none" aria-hidden="true">${repeat(bytes, symbol)}</svg>`
}

function statement(random: Random): string {
  const name = () => `${String.fromCharCode(97 + random(26))}${random(99)}`
  const a = name()
  if (random(2) === 0) return `function ${a}(t,n){return t&&n?t.concat(n):[]}`
  return `var ${a}=document.querySelectorAll(".${pick(random, blocks)}-${random(50)}");for(var i=0;i<${a}.length;i++)${a}[i].classList.add("is-ready");`
}

function state(random: Random): string {
  return `{"id":${random(9)},"type":"${pick(random, blocks)}","open":${random(2) === 0},"children":["${pick(random, parts)}"],"width":${random(9)}}`
}

function dealer(index: number): string {
  return `<li>dealer${index}@trade-${index % 97}-optik.net</li>`
}
