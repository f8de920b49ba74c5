import { wordSet } from '../word-set.ts'
import areas from './area-names.json'
import { isTransparent, looksSame, readColor } from './color.ts'
import { attributesOf, isHtml, placeOf } from './dom-tree.ts'
import type { PageArea } from './page.ts'
import { animates, type Declarations, hides, readDeclarations } from './style.ts'
import type { HidingRules } from './style-rules.ts'

/** Presentation hints of an element's own tag. */
export interface Hints {
  hidden: boolean
  /** The element's own background, inherited by the content; `unknownColor` when it cannot be parsed. */
  background: string | undefined
  /** The element's own text colour, likewise. */
  color: string | undefined
  /** The inline `display`. */
  display: string
  role: string
  id: string
  classes: readonly string[]
  ariaLevel: string
}

/** Tags whose content is never displayed as text. */
const unshownTags = wordSet(
  'head title meta link base script style noscript template iframe noembed noframes object embed applet audio video canvas datalist rp param source track desc metadata defs symbol annotation annotation-xml',
)
const screenReaderClasses = wordSet(
  'sr-only sr_only sronly visually-hidden visuallyhidden u-visually-hidden screen-reader-text screen-reader-only screenreader-only a11y-hidden a11y-visually-hidden assistive-text element-invisible elementor-screen-only offscreen off-screen',
)
/** Hidden by the common CSS frameworks unless another class shows the element again on some screens. */
const frameworkHidden = new Set(['hidden', 'd-none'])
const shownAgain = /:|^d-[a-z]{2,3}-/

const attributesRead = 128
const classesRead = 200
const noClasses: readonly string[] = []

/** Shared by elements without hints, which are most. */
const plain: Hints = {
  hidden: false,
  background: undefined,
  color: undefined,
  display: '',
  role: '',
  id: '',
  classes: noClasses,
  ariaLevel: '',
}
const plainHidden: Hints = { ...plain, hidden: true }

/** A colour that cannot be parsed: it differs from every other. */
export const unknownColor = 'unread'

export function readHints(source: Element, rules: HidingRules): Hints {
  const unshown =
    unshownTags.has(source.localName) ||
    source.localName === 'dialog' ||
    (source.localName === 'title' && !isHtml(source))
  if (!hasHints(source) && !rules.colors.has(source.localName) && !rules.backgrounds.has(source.localName))
    return unshown ? plainHidden : plain
  return readAttributes(source, rules, unshown)
}

const hintAttributes = wordSet(
  'style class id hidden popover aria-hidden type open role aria-level bgcolor background',
)

function hasHints(source: Element): boolean {
  const attrs = attributesOf(source)
  for (let at = 0; at < attrs.length && at < attributesRead; at++)
    if (hintAttributes.has(attrs[at]?.name ?? '')) return true
  return false
}

function readAttributes(source: Element, rules: HidingRules, unshown: boolean): Hints {
  const attributes = new Map<string, string>()
  for (const { name, value } of attributesOf(source).slice(0, attributesRead)) attributes.set(name, value)
  const attribute = (name: string) => attributes.get(name)?.trim().toLowerCase() ?? ''
  const style = attributes.get('style')
  const css = style === undefined ? undefined : readDeclarations(style)
  const classes = classesIn(attributes.get('class'))
  const id = attributes.get('id') ?? ''
  const isHiddenClass = (name: string) =>
    rules.classes.has(name) && !classes.some((other) => rules.shown.has(`.${name}.${other}`))
  const names = () => [source.localName, `#${id}`, ...classes.map((name) => `.${name}`)]
  const display = css?.get('display') ?? ''
  const hidden =
    (unshown && !(source.localName === 'dialog' && attributes.has('open'))) ||
    attributes.has('hidden') ||
    attributes.has('popover') ||
    attribute('aria-hidden') === 'true' ||
    (source.localName === 'input' && attribute('type') === 'hidden') ||
    classes.some((name) => screenReaderClasses.has(name)) ||
    (classes.some((name) => frameworkHidden.has(name)) && !classes.some((name) => shownAgain.test(name))) ||
    (css !== undefined && hides(fadesIn(css, attributes) ? withoutOpacity(css) : css)) ||
    (display === '' && (rules.ids.has(id) || classes.some(isHiddenClass)))
  return {
    hidden,
    background: backgroundIn(css) ?? attributeBackground(attribute) ?? ruled(rules.backgrounds, names),
    color: colorIn(css) ?? ruled(rules.colors, names),
    display,
    role: attribute('role'),
    id,
    classes,
    ariaLevel: attribute('aria-level'),
  }
}

/** Attributes by which scripts know what to fade in: of Webflow, AOS, Framer and the like. */
const fadingAttribute = /^data-(?:w-id|aos|framer|anim|animate|animation|gsap|reveal|sal|scroll|wow)(?:-|$)/

/** Whether an element is invisible only until a script fades it in. */
function fadesIn(css: Declarations, attributes: ReadonlyMap<string, string>): boolean {
  return (
    css.has('opacity') &&
    (animates(css) ||
      css.has('transform') ||
      [...attributes.keys()].some((name) => fadingAttribute.test(name)))
  )
}

const withoutOpacity = (css: Declarations): Declarations =>
  new Map([...css].filter(([name]) => name !== 'opacity'))

function classesIn(written: string | undefined): readonly string[] {
  if (written === undefined) return noClasses
  return written.split(/\s/, classesRead).filter((name) => name !== '')
}

/** Only a later background counts; an image covers the colour under it. */
function backgroundIn(css: Declarations | undefined): string | undefined {
  if (css === undefined) return undefined
  const image = css.get('background-image') ?? 'none'
  if (!noBackground.has(image)) return unknownColor
  const written = css.get('background-color') ?? css.get('background')
  return written === undefined || noBackground.has(written) || isTransparent(written) ? undefined : written
}

const noBackground: ReadonlySet<string> = new Set(['none', '', 'initial', 'unset', 'inherit', 'revert'])

function attributeBackground(attribute: (name: string) => string): string | undefined {
  return attribute('background') !== '' ? unknownColor : attribute('bgcolor') || undefined
}

function colorIn(css: Declarations | undefined): string | undefined {
  const color = css?.get('color')
  if (css === undefined || color === undefined || color === 'inherit') return undefined
  // A gradient is visible through transparent letters.
  return css.has('background-clip') || css.has('-webkit-background-clip') ? unknownColor : color
}

function ruled(selectors: ReadonlySet<string>, names: () => readonly string[]): string | undefined {
  return selectors.size > 0 && names().some((name) => selectors.has(name)) ? unknownColor : undefined
}

/** Whether text in this colour is invisible on this background. */
export function isInvisible(color: string | undefined, background: string | undefined): boolean {
  if (color === undefined || color === unknownColor) return false
  if (isTransparent(color)) return true
  if (background === undefined || background === unknownColor) return false
  if (color === background) return true
  const [front, back] = [readColor(color), readColor(background)]
  return front !== undefined && back !== undefined && looksSame(front, back)
}

/** Links and controls have default colours. */
export const ownColorTags: ReadonlySet<string> = new Set('a button input select textarea mark'.split(' '))

const areasOf = (kind: Readonly<Record<string, string>>) =>
  new Map(Object.entries(kind as Readonly<Record<string, PageArea>>))
const areaOfTag = areasOf(areas.tags)
const areaOfRole = areasOf(areas.roles)
/** Class names and ids used for the same areas. */
const areaOfName = areasOf(areas.names)

/** The area that an element opens inside `outer`, or `outer`. */
export function areaWithin(outer: PageArea, inContent: boolean, source: Element, hints: Hints): PageArea {
  const own =
    areaOfRole.get(hints.role) ??
    areaOfTag.get(source.localName) ??
    areaOfName.get(hints.id.toLowerCase()) ??
    areaOfClasses(hints.classes)
  // A list of links in a footer belongs to the footer; the header and footer of an article are content.
  if (own === undefined || outer === 'footer') return outer
  // Without its end tag a header contains what follows, up to the whole page.
  if (own !== 'footer' && own !== 'main' && placeOf(source)?.endTag === undefined) return outer
  if (inContent && (own === 'header' || own === 'footer')) return outer
  return own
}

/** Whether headers and footers inside belong to a part of the content and not to the page. */
export function opensContent(source: Element, area: PageArea): boolean {
  return area === 'aside' || source.localName === 'main' || source.localName === 'article'
}

function areaOfClasses(classes: readonly string[]): PageArea | undefined {
  for (const name of classes) {
    const area = areaOfName.get(name.toLowerCase())
    if (area !== undefined) return area
  }
  return undefined
}
