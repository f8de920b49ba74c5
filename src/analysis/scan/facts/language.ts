import type { Page } from '../page.ts'
import type { PageFact } from './fact.ts'
import { detectLanguage } from './shared/detect-language.ts'
import { attributeEvidence, lineEvidence } from './shared/evidence.ts'
import { factsByPlace, type Said } from './shared/facts-by-place.ts'
import { type Line, linesOf } from './shared/lines.ts'
import { metaEvidence, metasOf } from './shared/metas.ts'
import { isSameSite } from './shared/site.ts'

const sampleMax = 20_000
const hreflangsMax = 40

/**
 * The languages of a page and of its translations. The text decides: a `lang` attribute that the text contradicts is
 * not believed, and one that the text neither backs nor contradicts is told on its own.
 */
export function findLanguages(page: Page): readonly PageFact[] {
  const declared = declaredLanguage(page)
  const detected = detectLanguage(sampleOf(page))
  const facts: PageFact[] = []
  if (detected !== undefined) {
    const agrees = declared !== undefined && isSameLanguage(declared.language, detected)
    const text = { strength: agrees ? 'explicit' : 'wording', evidence: exampleOf(page, detected) } as const
    facts.push(...languageFacts(detected, 'found', agrees ? [...declared.said, text] : [text]))
  } else if (declared !== undefined) {
    facts.push(...languageFacts(declared.language, 'found', declared.said))
  }
  for (const [language, said] of translations(page)) {
    if (!facts.some(({ value }) => value === language)) facts.push(...languageFacts(language, 'found', said))
  }
  return facts
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

function isSameLanguage(one: string, other: string): boolean {
  // Close relatives are told apart poorly by little words: what the page says stands.
  const family = (tag: string) =>
    tag === 'da' || tag === 'no' ? 'da-no' : tag === 'cs' || tag === 'sk' ? 'cs-sk' : tag
  return family(one) === family(other)
}

function sampleOf(page: Page): string {
  let sample = ''
  for (const { text, area } of page.blocks) {
    if (area === 'nav') continue
    sample += `${text}\n`
    if (sample.length > sampleMax) break
  }
  return sample
}

/** A line in the language to quote: the first long one. */
function exampleOf(page: Page, language: string) {
  let longest: Line | undefined
  for (const line of linesOf(page)) {
    if (line.area === 'nav') continue
    if (line.text.length > 60 && detectLanguage(line.text) === language) return lineEvidence(page, line)
    if (longest === undefined || line.text.length > longest.text.length) longest = line
  }
  return longest === undefined ? undefined : lineEvidence(page, longest)
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
