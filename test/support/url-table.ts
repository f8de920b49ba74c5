import table from './urls.json'

/**
 * Spellings of URLs and what becomes of each before DNS is asked, with the ports 80 and 443 and no exceptions.
 * `href` is the normal form of an allowed one.
 */
export type UrlRow =
  | readonly [text: string, verdict: 'allowed', href: string]
  | readonly [text: string, verdict: 'invalid_url' | 'not_allowed', rule: string]

const long = (characters: number) => 'a'.repeat(characters)
const refused = (verdict: 'invalid_url' | 'not_allowed') =>
  Object.entries<readonly string[]>(table[verdict]).flatMap(([rule, texts]) =>
    texts.map((text): UrlRow => [text, verdict, rule]),
  )

export const urlTable: readonly UrlRow[] = [
  ...Object.entries(table.allowed).map(([text, href]): UrlRow => [text, 'allowed', href]),
  ...refused('invalid_url'),
  ...refused('not_allowed'),
  [`https://${long(63)}.com/`, 'allowed', `https://${long(63)}.com/`],
  [`https://${long(64)}.com/`, 'invalid_url', 'host-malformed'],
  [`https://${`${long(62)}.`.repeat(4)}com/`, 'invalid_url', 'host-malformed'],
  [`https://example.com/${long(10_000)}`, 'invalid_url', 'url-too-long'],
]
