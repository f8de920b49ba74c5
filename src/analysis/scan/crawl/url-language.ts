import codes from './url-languages.json'

/** ISO 639-1, without codes that mean something else in paths at least as often (`id`, `my`, `eu`). */
const languages = new Set(codes.languages)
/** Country codes used as language codes. */
const aliases: Readonly<Record<string, string>> = codes.aliases
const locale = /^([a-z]{2})(?:[-_][a-z]{2,4})?$/i

/** `index_en.html`, `about.en.html`; an ending such as in `about-us.html` is a word. */
const editionFile = /\/(?:(?:index|home|start|default)[-_.]|[^/]*\.)([a-z]{2})\.html?$/i

/** The language in a URL's first path segment, the name of its file, its `lang` parameter or its first host label. */
export function urlLanguage(url: URL): string | undefined {
  const [first = ''] = url.pathname.slice(1).split('/', 1)
  const named = url.search === '' ? '' : (url.searchParams.get('lang') ?? url.searchParams.get('hl') ?? '')
  const [label = ''] = url.hostname.split('.', 1)
  const file = editionFile.exec(url.pathname)?.[1] ?? ''
  return languageOf(first) ?? languageOf(file) ?? languageOf(named) ?? languageOf(label)
}

/** `de` of `de`, `de-AT`, `de_ch`; undefined for texts that are not languages. */
export function languageOf(tag: string): string | undefined {
  const code = locale.exec(tag)?.[1]?.toLowerCase()
  if (code === undefined) return undefined
  return aliases[code] ?? (languages.has(code) ? code : undefined)
}
