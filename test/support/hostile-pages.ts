import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The page that most hostile sites wrap in their trick: a name, a mail and a number that a scan could find. */
export function plainPage(inside = ''): string {
  return `<!doctype html><html lang="en"><head><title>Marrow &amp; Finch</title><meta name="description" content="Marrow and Finch bind books by hand in Norwich."></head><body><header><a href="/">Marrow &amp; Finch</a></header><main><h1>Books, bound by hand</h1><p>Write to <a href="mailto:bench@marrow-finch.co.uk">bench@marrow-finch.co.uk</a> or call <a href="tel:+441603550142">01603 550142</a>.</p>${inside}</main></body></html>`
}

/** `bytes` bytes of one gzip stream of many members: small to hold, large to open. */
export function gzipBomb(mebibytes: number): Uint8Array {
  const member = gzipSync(Buffer.alloc(1024 * 1024, 0x20))
  return Buffer.concat(Array.from({ length: mebibytes }, () => member))
}

export function brotliBomb(mebibytes: number): Uint8Array {
  return brotliCompressSync(Buffer.alloc(mebibytes * 1024 * 1024, 0x20), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
  })
}

/** One script of linked data, of numbered things so that it does not compress beyond suspicion. */
export function largeJsonLd(bytes: number): string {
  const things: string[] = []
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const serial = (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36)
    const thing = `{"@type":"Thing","identifier":"${serial}","name":"Thing ${index} of ${serial}"}`
    things.push(thing)
    length += thing.length + 1
  }
  return `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[${things.join(',')}]}</script>`
}

export function manyElements(count: number): string {
  return '<p>a<b>b</b>'.repeat(count / 2)
}

export function deepNesting(depth: number): string {
  return `${'<div><span>'.repeat(depth / 2)}deep${'</span></div>'.repeat(depth / 2)}`
}

/** Text at which careless expressions for mails, numbers, addresses and prices go quadratic. */
export function worstText(bytes: number): string {
  const bait = ['a@', 'a.', '1 ', '+', '(', '-', ' ', '\t', 'https://', '€', '<', '&#', '&amp;', '@@', '.a-']
  const each = Math.floor(bytes / bait.length)
  return bait
    .map((piece) => `<p>${piece.replaceAll('<', '&lt;').repeat(Math.ceil(each / piece.length))}</p>`)
    .join('\n')
}

export function manyLinks(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `<a href="/about/contact/pricing/${i}">About us ${i}</a>`,
  ).join(' ')
}

/** `groups` groups for other crawlers around one for everybody, filled up to 500 KiB. */
export function hugeRobots(groups: number): string {
  const others = Array.from({ length: groups }, (_, i) => `User-agent: other${i}\nDisallow: /\n`)
  const everybody = 'User-agent: *\nDisallow: /private\n'
  return [everybody, ...others].join('\n').slice(0, 500 * 1024)
}

export const pdf = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${'0000000000 65535 f\n'.repeat(200)}%%EOF\n`

export const captchaPage = `<!doctype html><html lang="en-US"><head><title>Just a moment...</title><meta http-equiv="refresh" content="390"></head><body><h1>marrow-finch.co.uk</h1><p>Verifying you are human. This may take a few seconds.</p><script>window._cf_chl_opt={cvId:'3'}</script></body></html>`
