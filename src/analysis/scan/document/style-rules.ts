import { isTransparent, looksSame, readColor } from './color.ts'
import { animates, type Declarations, hides, readDeclarations } from './style.ts'

/** Simple selectors (`.name` or `#name`) that a page's own style blocks hide. */
export interface HidingRules {
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  /** `.tab.active` that shows what `.tab` hides; both orders of the two names. */
  shown: ReadonlySet<string>
  /** Tags, `.names` and `#names` to which a rule may give a background. */
  backgrounds: ReadonlySet<string>
  /** Likewise for the text colour. */
  colors: ReadonlySet<string>
  /** The default background of the page; undefined when it is unknown. */
  ground: 'white' | undefined
}

const pairSelector = /^(\.[\w-]{1,100})(\.[\w-]{1,100})$/
const simpleSelector = /^[.#][\w-]{1,100}$/
/** Blocks whose rules apply to every screen; the rules of all others (print, narrow screens, keyframes) are skipped. */
const transparentBlock = /^@(?:layer[\w\s.-]{0,100}|media\s{1,3}(?:only\s)?(?:all|screen))$/
/** The tag, class or id at the start of the last compound selector. */
const lastSimple = /(?:^|[\s>+~])([.#]?[\w-]{1,100})[^\s>+~]{0,200}$/
const elsewhere = /@(?:media|import|supports|container|scope)|color-scheme/i
const paintCharsMax = 300_000

const rulesMax = 20_000
const fading = new Set(['opacity', 'transform', 'filter', 'zoom'])

/** Reads the style blocks in order; a later rule that shows an element again overrides an earlier one that hides it. */
export function readHidingRules(styles: readonly string[], hasFurtherStyles = false): HidingRules {
  const hidden = new Set<string>()
  const shown = new Set<string>()
  const backgrounds = new Set<string>()
  const colors = new Set<string>()
  let isGroundKnown = !hasFurtherStyles && !styles.some(mayPaintElsewhere)
  for (const css of styles) {
    for (const { selectors, declarations } of scanRules(css)) {
      const paints = isGroundKnown && /background|color/i.test(declarations)
      if (paints) isGroundKnown = notePaint(selectors, readDeclarations(declarations), backgrounds, colors)
      const simple = selectors.split(',', 200).map((selector) => selector.trim())
      const named = simple.filter((selector) => simpleSelector.test(selector))
      const pairs = simple.map((selector) => pairSelector.exec(selector)).filter((pair) => pair !== null)
      if (named.length === 0 && pairs.length === 0) continue
      const css = readDeclarations(declarations)
      const without = animates(css) ? new Map([...css].filter(([name]) => !fading.has(name))) : css
      if (css.has('display') && !hides(css))
        for (const [, one = '', other = ''] of pairs) shown.add(one + other).add(other + one)
      for (const selector of named) {
        if (hides(without)) hidden.add(selector)
        else if (css.has('display') || css.has('visibility')) hidden.delete(selector)
      }
    }
  }
  const namesOf = (mark: string) =>
    new Set([...hidden].filter((selector) => selector.startsWith(mark)).map((selector) => selector.slice(1)))
  const ground = isGroundKnown ? 'white' : undefined
  return { classes: namesOf('.'), ids: namesOf('#'), shown, backgrounds, colors, ground }
}

/** Whether there are rules that are not read: for some screens only, in other files or nested in other rules. */
function mayPaintElsewhere(css: string): boolean {
  return css.length > paintCharsMax || elsewhere.test(css)
}

const white = [255, 255, 255] as const

/** Records what a rule may colour; false when that may be anything. */
function notePaint(
  selectors: string,
  css: Declarations,
  backgrounds: Set<string>,
  colors: Set<string>,
): boolean {
  const written = ['background', 'background-color', 'background-image'].map(
    (name) => css.get(name) ?? 'none',
  )
  const paints = written.some((value) => value !== 'none' && !isTransparent(value) && !isWhite(value))
  if (!paints && !css.has('color')) return true
  for (const selector of selectors.split(',')) {
    const last = lastSimple.exec(selector.trim())?.[1]
    if (last === undefined) return false
    if (paints) backgrounds.add(last)
    if (css.has('color')) colors.add(last)
  }
  return true
}

function isWhite(value: string): boolean {
  const color = readColor(value)
  return color !== undefined && looksSame(color, white)
}

interface Rule {
  selectors: string
  declarations: string
}

/** One pass over the text; comments and strings are skipped, nested blocks belong to no rule. */
function scanRules(css: string): Rule[] {
  const rules: Rule[] = []
  let from = 0
  for (let at = 0; at < css.length && rules.length < rulesMax; ) {
    const mark = css[at]
    if (mark === '{') {
      const prelude = withoutComments(css.slice(from, at)).trim()
      if (prelude.startsWith('@')) {
        at = transparentBlock.test(prelude) ? at + 1 : blockEnd(css, at)
      } else {
        const end = blockEnd(css, at)
        const nested = css.indexOf('{', at + 1)
        const cut = nested === -1 || nested > end ? end - 1 : nested
        rules.push({ selectors: prelude, declarations: withoutComments(css.slice(at + 1, cut)) })
        at = end
      }
      from = at
    } else if (mark === '}' || mark === ';') {
      at++
      from = at
    } else {
      at = step(css, at)
    }
  }
  return rules
}

/** The offset after the block that opens at `open`. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; ) {
    if (css[at] === '{') depth++
    if (css[at] === '}') depth--
    if (depth === 0) return at + 1
    at = step(css, at)
  }
  return css.length
}

/** The offset after the character, comment or string at `at`. */
function step(css: string, at: number): number {
  const mark = css[at]
  if (mark === '/' && css[at + 1] === '*') return endOr(css, css.indexOf('*/', at + 2), 2)
  if (mark === '\\') return at + 2
  if (mark !== '"' && mark !== "'") return at + 1
  for (let end = at + 1; end < css.length; end++) {
    if (css[end] === '\\') end++
    else if (css[end] === mark || css[end] === '\n') return end + 1
  }
  return css.length
}

function withoutComments(css: string): string {
  let text = ''
  let from = 0
  for (let open = css.indexOf('/*'); open !== -1; open = css.indexOf('/*', from)) {
    text += `${css.slice(from, open)} `
    from = endOr(css, css.indexOf('*/', open + 2), 2)
  }
  return text + css.slice(from)
}

const endOr = (css: string, found: number, length: number) => (found === -1 ? css.length : found + length)
