import type { Page, PageLink } from '../../document/page.ts'
import { isSameSite } from '../../site/site-name.ts'
import { candidateInLink } from '../candidates.ts'
import type { Candidate } from '../topic.ts'

const tags =
  'en de fr es it nl pt sv da no nb fi pl cs sk hu ro bg el tr ru uk hr sl et lv lt ca eu gl ja zh ko ar he hi th vi id'.split(
    ' ',
  )
const textMax = 24

let names: ReadonlyMap<string, string> | undefined

/** Native and English names of languages, and their codes in capitals. */
function languageNames(): ReadonlyMap<string, string> {
  if (names !== undefined) return names
  const built = new Map<string, string>()
  for (const tag of tags) {
    const language = tag === 'nb' ? 'no' : tag
    for (const locale of [tag, 'en']) {
      const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag)
      if (name !== undefined) built.set(name.toLowerCase(), language)
    }
    built.set(tag, language)
  }
  names = built
  return built
}

/** Editions of the site in its language menu: both link text and URL identify the language. */
export function linkedLanguages(page: Page): Candidate[] {
  const found = new Map<string, Candidate | undefined>()
  for (const link of page.links) {
    const text = link.text.trim()
    const language = text.length > textMax ? undefined : languageNames().get(text.toLowerCase())
    if (language === undefined || !link.visible || found.has(language) || !isSameSite(link.url, page))
      continue
    if (!urlHasLanguage(link, language)) continue
    found.set(language, candidateInLink(page, { topic: 'language', value: language }, link))
  }
  return [...found.values()].filter((candidate) => candidate !== undefined)
}

/** `/en/`, `/en-gb/`, `en.acme.com`, `?lang=en`. */
function urlHasLanguage(link: PageLink, language: string): boolean {
  const url = new URL(link.url)
  const codes = [
    ...url.pathname.split('/').slice(1, 3),
    url.hostname.split('.')[0] ?? '',
    url.searchParams.get('lang') ?? url.searchParams.get('language') ?? '',
  ]
  return codes.some((code) => {
    const primary =
      code
        .replace(/\.html?$/, '')
        .split(/[-_]/)[0]
        ?.toLowerCase() ?? ''
    return primary === language || (language === 'no' && primary === 'nb')
  })
}
