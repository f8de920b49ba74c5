import type { PageArea } from '../page.ts'
import { isTransparent, looksSame, readColor } from './color.ts'
import { type Declarations, hides, readDeclarations } from './style.ts'
import type { HidingRules } from './style-rules.ts'
import type { SourceElement } from './tree.ts'

/** What an element's own tag says about how its text is shown. */
export interface Hints {
  hidden: boolean
  /** The inline background, for the colours of what stands on it. */
  background: string | undefined
  /** The inline `display`. */
  display: string
  role: string
  id: string
  classes: readonly string[]
  ariaLevel: string
}

/** Tags whose content is never text on the page. */
const unshownTags = new Set(
  'head title meta link base script style noscript template iframe noembed noframes object embed applet audio video canvas datalist rp param source track desc metadata defs symbol annotation annotation-xml'.split(
    ' ',
  ),
)
const screenReaderClasses = new Set(
  'sr-only sr_only sronly visually-hidden visuallyhidden u-visually-hidden screen-reader-text screen-reader-only screenreader-only a11y-hidden a11y-visually-hidden assistive-text element-invisible elementor-screen-only offscreen off-screen'.split(
    ' ',
  ),
)
/** Hidden by the common CSS frameworks unless another class shows the element again on some screens. */
const frameworkHidden = new Set(['hidden', 'd-none'])
const shownAgain = /:|^d-[a-z]{2,3}-/

export const patterns = [shownAgain]

const attributesRead = 128
const classesRead = 200
const noDeclarations: Declarations = new Map()

/** `background` is the inline background that the element stands on, if any is known. */
export function readHints(source: SourceElement, rules: HidingRules, background: string | undefined): Hints {
  const attributes = new Map<string, string>()
  for (const { name, value } of source.attrs.slice(0, attributesRead)) attributes.set(name, value)
  const attribute = (name: string) => attributes.get(name)?.trim().toLowerCase() ?? ''
  const style = attributes.get('style')
  const css = style === undefined ? noDeclarations : readDeclarations(style)
  const classes = (attributes.get('class') ?? '').split(/\s/, classesRead).filter((name) => name !== '')
  const id = attributes.get('id') ?? ''
  const ownBackground = css.get('background-color') ?? css.get('background')
  const display = css.get('display') ?? ''
  const hidden =
    unshownTags.has(source.tagName) ||
    attributes.has('hidden') ||
    attributes.has('popover') ||
    attribute('aria-hidden') === 'true' ||
    (source.tagName === 'input' && attribute('type') === 'hidden') ||
    (source.tagName === 'dialog' && !attributes.has('open')) ||
    (source.tagName === 'title' && source.namespaceURI !== 'http://www.w3.org/1999/xhtml') ||
    classes.some((name) => screenReaderClasses.has(name)) ||
    (classes.some((name) => frameworkHidden.has(name)) && !classes.some((name) => shownAgain.test(name))) ||
    hides(css) ||
    isUnreadable(css, ownBackground ?? background) ||
    (display === '' && (rules.ids.has(id) || classes.some((name) => rules.classes.has(name))))
  return {
    hidden,
    background: ownBackground ?? background,
    display,
    role: attribute('role'),
    id,
    classes,
    ariaLevel: attribute('aria-level'),
  }
}

/** Text without colour, or in the colour of what it stands on. */
function isUnreadable(css: Declarations, background: string | undefined): boolean {
  const color = css.get('color')
  if (color === undefined) return false
  // A gradient shows through transparent letters.
  if (isTransparent(color)) return !css.has('background-clip') && !css.has('-webkit-background-clip')
  if (background === undefined) return false
  if (color === background) return true
  const [front, back] = [readColor(color), readColor(background)]
  return front !== undefined && back !== undefined && looksSame(front, back)
}

const areaOfTag: Readonly<Record<string, PageArea>> = {
  nav: 'nav',
  header: 'header',
  main: 'main',
  footer: 'footer',
  aside: 'aside',
}
const areaOfRole: Readonly<Record<string, PageArea>> = {
  navigation: 'nav',
  banner: 'header',
  main: 'main',
  contentinfo: 'footer',
  complementary: 'aside',
}
/** Names that pages without these elements give to the same parts. */
const areaOfName: Readonly<Record<string, PageArea>> = {
  nav: 'nav',
  navbar: 'nav',
  navigation: 'nav',
  'main-nav': 'nav',
  'site-nav': 'nav',
  header: 'header',
  'site-header': 'header',
  'page-header': 'header',
  footer: 'footer',
  'site-footer': 'footer',
  'page-footer': 'footer',
  sidebar: 'aside',
}

/** The area that an element opens inside `outer`, or `outer`. */
export function areaWithin(
  outer: PageArea,
  inContent: boolean,
  source: SourceElement,
  hints: Hints,
): PageArea {
  const own =
    lookUp(areaOfRole, hints.role) ??
    lookUp(areaOfTag, source.tagName) ??
    lookUp(areaOfName, hints.id.toLowerCase()) ??
    hints.classes.map((name) => lookUp(areaOfName, name.toLowerCase())).find((area) => area !== undefined)
  // A footer's list of links is still the footer; an article's own header and footer are content.
  if (own === undefined || outer === 'footer') return outer
  if (inContent && (own === 'header' || own === 'footer')) return outer
  return own
}

/** Whether headers and footers inside belong to a part of the content and not to the page. */
export function opensContent(source: SourceElement, area: PageArea): boolean {
  return area === 'aside' || source.tagName === 'main' || source.tagName === 'article'
}

function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
