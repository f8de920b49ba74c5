import { normalWords } from '../../text/normal-words.ts'

/** Languages in whose words a country's name is recognised. */
const nameLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
  'tr',
  'el',
  'ru',
  'uk',
  'ja',
  'zh',
  'ko',
  'ar',
  'he',
  'et',
  'lv',
  'lt',
  'sk',
  'sl',
  'hr',
  'bg',
  'ca',
]

const codes = (
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ ' +
  'DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL ' +
  'NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL ' +
  'TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'
).split(' ')
const codeSet: ReadonlySet<string> = new Set(codes)

const otherNames: ReadonlyArray<readonly [name: string, code: string]> = [
  ['uk', 'GB'],
  ['u k', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['usa', 'US'],
  ['u s a', 'US'],
  ['united states of america', 'US'],
  ['etats unis d amerique', 'US'],
  ['holland', 'NL'],
  ['the netherlands', 'NL'],
  ['czech republic', 'CZ'],
  ['ceska republika', 'CZ'],
  ['republic of ireland', 'IE'],
  ['eire', 'IE'],
  ['brd', 'DE'],
  ['uae', 'AE'],
  ['korea', 'KR'],
  ['russia', 'RU'],
]

let names: ReadonlyMap<string, string> | undefined

/** Normal words of a country's name in many languages, and its code. Built on first use: it takes some milliseconds. */
function countryNames(): ReadonlyMap<string, string> {
  if (names !== undefined) return names
  const built = new Map<string, string>()
  for (const language of nameLanguages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      const key = name === undefined ? '' : normalWords(name).join(' ')
      if (key !== '' && !built.has(key)) built.set(key, code)
    }
  }
  for (const [name, code] of otherNames) built.set(name, code)
  // A US state and a first name are far more common than the countries of that name.
  built.delete('georgia')
  built.delete('jordan')
  names = built
  return built
}

/** ISO 3166-1 alpha-2 of a country's name or code; undefined for anything else. */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^[A-Za-z]{2}$/.test(trimmed)) {
    const upper = trimmed.toUpperCase()
    return upper === 'UK' ? 'GB' : codeSet.has(upper) ? upper : undefined
  }
  return countryNames().get(normalWords(trimmed.slice(0, 60)).join(' '))
}

const alpha3: ReadonlyMap<string, string> = new Map([
  ['DEU', 'DE'],
  ['AUT', 'AT'],
  ['CHE', 'CH'],
  ['FRA', 'FR'],
  ['ESP', 'ES'],
  ['ITA', 'IT'],
  ['NLD', 'NL'],
  ['GBR', 'GB'],
  ['SWE', 'SE'],
  ['POL', 'PL'],
  ['JPN', 'JP'],
  ['CAN', 'CA'],
  ['AUS', 'AU'],
])

/** The same, with the three-letter codes that structured data sometimes holds. */
export function structuredCountryCode(text: string): string | undefined {
  return countryCode(text) ?? alpha3.get(text.trim().toUpperCase())
}

/** The country of a top-level domain; undefined for the generic ones, and for those sold as words. */
export function countryOfTld(tld: string): string | undefined {
  if (tld === 'uk') return 'GB'
  if (
    [
      'io',
      'ai',
      'co',
      'me',
      'tv',
      'cc',
      'ly',
      'fm',
      'gg',
      'to',
      'sh',
      'so',
      'vc',
      'la',
      'st',
      'ag',
      'eu',
      'is',
    ].includes(tld)
  )
    return undefined
  return tld.length === 2 && codeSet.has(tld.toUpperCase()) ? tld.toUpperCase() : undefined
}

/** The country where a language is mostly spoken; undefined for languages of many countries. */
export function countryOfLanguage(language: string): string | undefined {
  return languageCountries.get(language)
}

const languageCountries: ReadonlyMap<string, string> = new Map([
  ['de', 'DE'],
  ['fr', 'FR'],
  ['it', 'IT'],
  ['nl', 'NL'],
  ['pl', 'PL'],
  ['sv', 'SE'],
  ['da', 'DK'],
  ['nb', 'NO'],
  ['no', 'NO'],
  ['nn', 'NO'],
  ['fi', 'FI'],
  ['cs', 'CZ'],
  ['sk', 'SK'],
  ['hu', 'HU'],
  ['ro', 'RO'],
  ['bg', 'BG'],
  ['el', 'GR'],
  ['tr', 'TR'],
  ['ja', 'JP'],
  ['ko', 'KR'],
  ['uk', 'UA'],
  ['ru', 'RU'],
  ['he', 'IL'],
  ['et', 'EE'],
  ['lv', 'LV'],
  ['lt', 'LT'],
  ['sl', 'SI'],
  ['hr', 'HR'],
  ['es', 'ES'],
])
