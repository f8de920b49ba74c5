import type { Page, TextBlock } from '../page.ts'
import type { PageFact } from './fact.ts'
import { detectLanguage } from './shared/detect-language.ts'
import { attributeEvidence, lineEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { type Line, linesOf } from './shared/lines.ts'
import { metaEvidence, metasOf } from './shared/metas.ts'
import { isSameSite } from './shared/site.ts'

const sampleMax = 20_000
const lineMin = 30
const linesMax = 200
/** A language of so many lines is one of the page's, though another has more of its text. */
const lineShareMin = 0.2
const hreflangsMax = 40

/**
 * The languages of a page and of its translations. The text decides: a `lang` attribute that no part of the text backs
 * is not believed, and one that the text neither backs nor contradicts is told on its own.
 */
export function findLanguages(page: Page): readonly PageFact[] {
  const declared = declaredLanguage(page)
  const lines = linesOf(page).filter(({ area, text }) => area !== 'nav' && text.length >= lineMin)
  const spoken = spokenLanguages(page, lines)
  const facts: PageFact[] = []
  const backed =
    declared === undefined
      ? undefined
      : spoken.find((language) => isSameLanguage(declared.language, language))
  if (declared !== undefined && (backed !== undefined || spoken.length === 0)) {
    const evidence = backed === undefined ? undefined : exampleOf(page, lines, backed)
    facts.push(
      ...languageFacts(declared.language, 'found', [...declared.said, { strength: 'explicit', evidence }]),
    )
  } else if (spoken[0] !== undefined) {
    const evidence = exampleOf(page, lines, spoken[0])
    facts.push(...languageFacts(spoken[0], 'inferred', [{ strength: 'wording', evidence }]))
  }
  for (const [language, said] of translations(page)) {
    if (!facts.some(({ value }) => value === language)) facts.push(...languageFacts(language, 'found', said))
  }
  return facts
}

/** The languages of the text as a whole, of its headings and edges, and of a good part of its lines; the clearest first. */
function spokenLanguages(page: Page, lines: readonly Line[]): string[] {
  const frame = page.blocks.filter(({ area, heading }) => heading > 0 || area !== 'main')
  const parts = [page.blocks.filter(({ area }) => area !== 'nav'), frame].map((blocks) => joined(blocks))
  const ofLines = new Map<string, number>()
  let told = 0
  for (const line of lines.slice(0, linesMax)) {
    const language = detectLanguage(line.text)
    if (language === undefined) continue
    told++
    ofLines.set(language, (ofLines.get(language) ?? 0) + 1)
  }
  const common = [...ofLines]
    .filter(([, count]) => count >= lineShareMin * told)
    .map(([language]) => language)
  return [...new Set([...parts.map(detectLanguage), ...common])].filter((language) => language !== undefined)
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
  const root = page.document.documentElement
  const written = primaryTag(root?.getAttribute('lang') ?? '')
  const said: Said[] = []
  let language = written
  if (root !== null && written !== undefined)
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

/** Close relatives are told apart poorly by little words, and Japanese without kana is read as Chinese. */
const families: ReadonlyMap<string, string> = new Map([
  ['da', 'da-no'],
  ['no', 'da-no'],
  ['cs', 'cs-sk'],
  ['sk', 'cs-sk'],
  ['ja', 'ja-zh'],
  ['zh', 'ja-zh'],
])

function isSameLanguage(one: string, other: string): boolean {
  const family = (tag: string) => families.get(tag) ?? tag
  return family(one) === family(other)
}

/** A line in the language to quote: the first that is surely in it, else the longest. */
function exampleOf(page: Page, lines: readonly Line[], language: string) {
  const sure = lines.slice(0, linesMax).find((line) => detectLanguage(line.text) === language)
  const longest = lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || line.text.length > best.text.length ? line : best),
    undefined,
  )
  const line = sure ?? longest
  return line === undefined ? undefined : lineEvidence(page, line)
}

/** The languages of the page's translations on the same site, by `hreflang`. */
function translations(page: Page): Map<string, Said[]> {
  const found = new Map<string, Said[]>()
  let seen = 0
  for (const element of page.document.querySelectorAll('[hreflang]')) {
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
  return found
}

export const patterns = [/[-_,;]/, /^[a-z]{2,3}$/]
