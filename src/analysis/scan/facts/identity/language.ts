import { remembered } from '../../../text/remembered.ts'
import { languageOf, urlLanguage } from '../../crawl/url-language.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { metasNamed } from '../../document/metas.ts'
import type { Page } from '../../document/page.ts'
import { copyrightMark } from '../../site/copyright-line.ts'
import { isSameSite } from '../../site/site-name.ts'
import { candidateInAttribute, candidateInLine, candidateInLink, candidateInMeta } from '../candidates.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { detectLanguage, isDetectable, isSameLanguage } from './detect-language.ts'
import { contradictionMin, joined, ownText, primaryTag } from './text-languages.ts'

/** The languages of the pages and of their editions. */
export const language: Topic = { topics: ['language'], readsLegalPages: true, read, decide }

const lineMin = 30
/** Detection runs once per line. */
const linesMax = 40
/** A language of this share of the lines is one of the page's own, even if another has more text. */
const lineShareMin = 0.15
const hreflangsMax = 40
/** With copyright lines, what themes and builders leave on sites of every language. */
const credit = /\ball rights reserved\b|^(?:designed|developed|powered|made|built) (?:by|with)\b/i
const creditCharsMax = 300

const stated = (value: string, inferred = false) => ({ topic: 'language', value, inferred }) as const

/** Language by text: a `lang` attribute that no part of a long text confirms is left out. */
function read(page: Page): Candidate[] {
  const declared = declaredLanguage(page)
  const lines = linesOf(page).filter(({ area, text }) => area !== 'nav' && text.length >= lineMin)
  const { text, language: inText } = ownText(page)
  // A text in an undetectable language is detected as another one.
  const detected = declared === undefined || isDetectable(declared.language) ? inText : undefined
  const found: Candidate[] = []
  const isShort = text.length < contradictionMin
  // A text that is too short for a language confirms none.
  const isUnconfirmed = isShort && inText === undefined && isDetectable(declared?.language ?? '')
  if (
    declared !== undefined &&
    !isUnconfirmed &&
    (detected === undefined || isBacked(page, lines, declared.language, detected))
  ) {
    found.push(...declared.candidates)
  } else if (declared !== undefined && isShort) {
    found.push(...declared.candidates.map((one) => ({ ...one, details: { doubtful: 'true' } })))
  } else if (detected !== undefined) {
    found.push(...exampleOf(page, lines, detected))
  }
  return [...found, ...editions(page), ...linkedLanguages(page)]
}

const isCredit = (text: string) => copyrightMark.test(text) || credit.test(text)

/** Whether the whole text, its headings and edges, or a good part of its lines are in the declared language. */
function isBacked(page: Page, lines: readonly Line[], declared: string, detected: string): boolean {
  if (isSameLanguage(declared, detected)) return true
  const frame = detectLanguage(
    joined(
      page.blocks.filter(
        ({ area, heading, text }) =>
          (heading > 0 || area !== 'main') && !isCredit(text.slice(0, creditCharsMax)),
      ),
    ),
  )
  if (frame !== undefined && isSameLanguage(declared, frame)) return true
  const detectedIn = lines.slice(0, linesMax).flatMap(({ text }) => detectLanguage(text) ?? [])
  const own = detectedIn.filter((language) => isSameLanguage(declared, language)).length
  return own >= 2 && own >= lineShareMin * detectedIn.length
}

function declaredLanguage(page: Page) {
  const { root } = page
  const attribute = primaryTag(root?.getAttribute('lang') ?? '')
  const metas = metasNamed(page, 'og:locale', 'content-language').flatMap((meta) => {
    const tag = primaryTag(meta.content)
    return tag === undefined ? [] : [{ tag, meta }]
  })
  const tag = attribute ?? metas[0]?.tag
  if (tag === undefined) return undefined
  const place = 'meta' as const
  const candidates = [
    ...(root === undefined || attribute === undefined
      ? []
      : candidateInAttribute(page, stated(tag), { element: root, name: 'lang', place })),
    ...metas.filter((one) => one.tag === tag).flatMap(({ meta }) => candidateInMeta(page, stated(tag), meta)),
  ]
  return { language: tag, candidates }
}

/** The longest line, which is detected most reliably. */
function exampleOf(page: Page, lines: readonly Line[], language: string): Candidate[] {
  const longest = lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || line.text.length > best.text.length ? line : best),
    undefined,
  )
  return longest === undefined ? [] : candidateInLine(page, stated(language, true), longest)
}

/** Editions of the page on the same site, by `hreflang`. */
function editions(page: Page): Candidate[] {
  return page
    .all('[hreflang]')
    .slice(0, hreflangsMax)
    .flatMap((element) => {
      const url = URL.parse(element.getAttribute('href') ?? '', page.url)
      const tag = primaryTag(element.getAttribute('hreflang') ?? '')
      if (tag === undefined || url === null || !isSameSite(url.href, page)) return []
      return candidateInAttribute(page, stated(tag), { element, name: 'hreflang', place: 'meta' })
    })
}

const nameMax = 24
/** The names of a language in itself and in English. */
const namesOf = remembered((code): readonly (string | undefined)[] =>
  [code, 'en'].map((own) => new Intl.DisplayNames(own, { type: 'language' }).of(code)?.toLowerCase()),
)

/** Editions of the site in its language menu: both the link's text and its URL name the language. */
function linkedLanguages(page: Page): Candidate[] {
  return page.links.flatMap((link) => {
    const text = link.text.trim().toLowerCase()
    if (!link.visible || text.length > nameMax || !isSameSite(link.url, page)) return []
    const code = urlLanguage(new URL(link.url))
    if (code === undefined || (languageOf(text) !== code && !namesOf(code).includes(text))) return []
    return candidateInLink(page, stated(primaryTag(code) ?? code), link)
  })
}

function decide(candidates: readonly SiteCandidate[]): Decision[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })
  // The `lang` of a template, which the long text of another page contradicts.
  const isContradicted = candidates.some(({ inferred }) => inferred)
  return [...Map.groupBy(candidates, ({ value }) => value)].flatMap(([value, support]) =>
    isContradicted && support.every(({ details }) => details['doubtful'] !== undefined)
      ? []
      : [{ topic: 'language', key: value, value, text: `Language: ${names.of(value) ?? value}`, support }],
  )
}
