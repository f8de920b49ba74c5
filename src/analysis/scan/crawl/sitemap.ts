export interface Sitemap {
  /** `index`: the URLs are those of further sitemaps. */
  kind: 'pages' | 'index'
  /** Absolute http and https URLs in file order, without duplicates, at most 500. */
  urls: readonly string[]
}

const urlsMax = 500
/** Enough for 500 entries with their translations. */
const defaultTextLengthMax = 1_048_576
const urlLengthMax = 2_048
const contentLengthMax = 4 * urlLengthMax
const mark = /^\s*\uFEFF?\s*/
/** Prefixes of sitemap extensions contain other URLs; any other prefix is one for sitemaps. */
const opening = /<(?:(?!(?:image|video|news|xhtml|mobile):)[\w-]{1,20}:)?(loc|sitemapindex)(?=[\s/>])/iy
const lineEnd = /[\r\n]/
const reference = /&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g

const webAddress = /^https?:\/\//i

/**
 * The URLs of a sitemap, a sitemap index or a plain text sitemap, also malformed ones. No entities are declared or
 * expanded: only the five predefined entities and character references are decoded. Linear, and it stops at 500 URLs or
 * after 1 MiB.
 */
export function sitemapUrls(
  file: string,
  { textLengthMax = defaultTextLengthMax }: { textLengthMax?: number } = {},
): Sitemap {
  const text = file.length > textLengthMax ? file.slice(0, textLengthMax) : file
  const start = mark.exec(text)?.[0].length ?? 0
  return text.startsWith('<', start) ? readXml(text) : { kind: 'pages', urls: readLines(text) }
}

function readXml(text: string): Sitemap {
  const urls = new Set<string>()
  let kind: Sitemap['kind'] = 'pages'
  let at = text.indexOf('<')
  while (at !== -1 && urls.size < urlsMax) {
    const closing = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>'
    const end = text.indexOf(closing, at)
    if (end === -1) break
    opening.lastIndex = at
    const name = opening.exec(text)?.[1]?.toLowerCase()
    at = text.indexOf('<', end)
    if (name === 'sitemapindex') kind = 'index'
    else if (name === 'loc') {
      const url = webUrl(locContent(text, end + 1, at))
      if (url !== undefined) urls.add(url)
    }
  }
  return { kind, urls: [...urls] }
}

/** The text up to the next tag, or the content of a CDATA section. */
function locContent(text: string, start: number, tag: number): string {
  if (tag === -1 || tag - start > contentLengthMax) return ''
  const content = text.slice(start, tag)
  if (content.trim() !== '' || !text.startsWith('<![CDATA[', tag)) return decodeReferences(content)
  const inside = text.slice(tag + 9, tag + 9 + contentLengthMax)
  return inside.slice(0, Math.max(0, inside.indexOf(']]>')))
}

function decodeReferences(text: string): string {
  return text.replace(reference, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readLines(text: string): string[] {
  const urls = new Set<string>()
  for (const line of text.split(lineEnd)) {
    const url = webUrl(line)
    if (url !== undefined) urls.add(url)
    if (urls.size === urlsMax) break
  }
  return [...urls]
}

function webUrl(text: string): string | undefined {
  const written = text.trim()
  if (written === '' || written.length > urlLengthMax || !webAddress.test(written)) return undefined
  const url = URL.parse(written)
  return url === null || url.username !== '' || url.password !== '' ? undefined : url.href
}
