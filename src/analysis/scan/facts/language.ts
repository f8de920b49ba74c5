import { attributeEvidence, lineEvidence } from '../document/evidence.ts'
import { type Line, linesOf } from '../document/lines.ts'
import { metaEvidence, metasOf } from '../document/metas.ts'
import type { Page, TextBlock } from '../document/page.ts'
import { isSameSite } from '../site/site-name.ts'
import type { PageFact } from './fact.ts'
import { detectLanguage, isDetectable, isSameLanguage } from './shared/detect-language.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { linkedLanguages } from './shared/language-links.ts'

const sampleMax = 20_000
const lineMin = 30
/** Each costs a detection of its language. */
const linesMax = 40
/** A language of so many lines is the page's own, though another has more of its text. */
const lineShareMin = 0.15
/** A shorter text is too little to contradict what the page says of itself. */
const contradictionMin = 300
const hreflangsMax = 40

/**
 * The languages of a page and of its translations. The text decides: a `lang` attribute that no part of a long text
 * backs is not believed, and one that the text neither backs nor contradicts is told on its own.
 */
export function findLanguages(page: Page): readonly PageFact[] {
  const declared = declaredLanguage(page)
  const lines = linesOf(page).filter(({ area, text }) => area !== 'nav' && text.length >= lineMin)
  const text = joined(page.blocks.filter(({ area }) => area !== 'nav'))
  // A text in a language that cannot be detected seems to be in another one.
  const spoken = declared === undefined || isDetectable(declared.language) ? detectLanguage(text) : undefined
  const facts: PageFact[] = []
  if (declared !== undefined && (spoken === undefined || isBacked(page, lines, declared.language, spoken))) {
    const evidence = spoken === undefined ? undefined : exampleOf(page, lines, declared.language)
    facts.push(
      ...languageFacts(declared.language, 'found', [...declared.said, { strength: 'explicit', evidence }]),
    )
  } else if (declared !== undefined && text.length < contradictionMin) {
    facts.push(...languageFacts(declared.language, 'found', declared.said))
  } else if (spoken !== undefined) {
    const said: Said = { strength: 'wording', evidence: exampleOf(page, lines, spoken) }
    facts.push(...languageFacts(spoken, 'inferred', [said]))
  }
  for (const [language, said] of translations(page)) {
    if (!facts.some(({ value }) => value === language)) facts.push(...languageFacts(language, 'found', said))
  }
  return facts
}

/** Whether the text as a whole, its headings and edges, or a good part of its lines are in the declared language. */
function isBacked(page: Page, lines: readonly Line[], declared: string, spoken: string): boolean {
  if (isSameLanguage(declared, spoken)) return true
  const frame = detectLanguage(
    joined(page.blocks.filter(({ area, heading }) => heading > 0 || area !== 'main')),
  )
  if (frame !== undefined && isSameLanguage(declared, frame)) return true
  const spokenBy = lines.slice(0, linesMax).flatMap(({ text }) => detectLanguage(text) ?? [])
  const own = spokenBy.filter((language) => isSameLanguage(declared, language)).length
  return own >= 2 && own >= lineShareMin * spokenBy.length
}

function joined(blocks: readonly TextBlock[]): string {
  let sample = ''
  for (const { text } of blocks) {
    sample += `${text}\n`
    if (sample.length > sampleMax) break
  }
  return sample
}

function languageFacts(language: string, kind: 'found' | 'inferred', said: readonly Said[]): PageFact[] {
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(language) ?? language
  return factsByPlace(
    { topic: 'language', kind, key: language, text: `Language: ${name}`, value: language },
    said,
  )
}

interface Declared {
  language: string
  said: Said[]
}

function declaredLanguage(page: Page): Declared | undefined {
  const { root } = page
  const written = primaryTag(root?.getAttribute('lang') ?? '')
  const said: Said[] = []
  let language = written
  if (root !== undefined && written !== undefined)
    said.push({ strength: 'explicit', evidence: attributeEvidence(page, 'meta', root, 'lang') })
  for (const meta of metasOf(page)) {
    if (meta.name !== 'og:locale' && meta.name !== 'content-language') continue
    const tag = primaryTag(meta.content)
    language ??= tag
    if (tag !== undefined && tag === language)
      said.push({ strength: 'explicit', evidence: metaEvidence(page, meta) })
  }
  return language === undefined || said.length === 0 ? undefined : { language, said }
}

/** `de` of `de-AT`; undefined for what is no language tag. */
export function primaryTag(written: string): string | undefined {
  const primary =
    written
      .trim()
      .slice(0, 40)
      .split(/[-_,;]/)[0]
      ?.toLowerCase() ?? ''
  if (!/^[a-z]{2,3}$/.test(primary)) return undefined
  return primary === 'nb' || primary === 'nn' ? 'no' : primary
}

/** A line in the language to quote: the first that is surely in it, else the longest. */
function exampleOf(page: Page, lines: readonly Line[], language: string) {
  const sure = lines
    .slice(0, linesMax)
    .find(({ text }) => isSameLanguage(detectLanguage(text) ?? '', language))
  const longest = lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || line.text.length > best.text.length ? line : best),
    undefined,
  )
  const line = sure ?? longest
  return line === undefined ? undefined : lineEvidence(page, line)
}

/** The languages of the page's translations on the same site, by `hreflang` and by its language menu. */
function translations(page: Page): Map<string, Said[]> {
  const found = new Map<string, Said[]>()
  let seen = 0
  for (const element of page.all('[hreflang]')) {
    if (++seen > hreflangsMax) break
    const href = element.getAttribute('href') ?? ''
    const language = primaryTag(element.getAttribute('hreflang') ?? '')
    if (
      language === undefined ||
      !URL.canParse(href, page.url) ||
      !isSameSite(new URL(href, page.url).href, page)
    )
      continue
    const said: Said = {
      strength: 'explicit',
      evidence: attributeEvidence(page, 'link', element, 'hreflang'),
    }
    found.set(language, [...(found.get(language) ?? []), said])
  }
  for (const [language, said] of linkedLanguages(page))
    found.set(language, [...(found.get(language) ?? []), said])
  return found
}
