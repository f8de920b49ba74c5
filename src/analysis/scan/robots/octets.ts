/**
 * Two normal forms of a path in which equal octets are equal text, as `robots-parser` compares text.
 *
 * `plain`: percent-encoded unreserved characters are decoded, other percent-encodings are in upper case, and characters
 * outside of the reserved and unreserved sets are percent-encoded. `meant` also decodes reserved characters that do not
 * separate components, so that `?to=https://a` and `?to=https%3A%2F%2Fa` are equal. A rule applies when it matches in
 * either form: after a wildcard a rule may continue in the path or in the query.
 * @see RFC 9309, sections 2.2.2 and 2.2.3
 */
export type OctetReading = 'plain' | 'meant'

const decoded = {
  plain: { path: /[\w.~-]/, query: /[\w.~-]/ },
  meant: { path: /[\w.~:@!(),;+&=-]/, query: /[\w.~:@!(),;/?-]/ },
}
const escapedOrOther = /%([0-9a-f]{2})|%|[^\w.~:/?#@!&()+,;=%-]+/gi

/** Literal `*` and `$` are escaped in both forms, so that unescaped ones in a pattern are the special characters. */
export function comparable(text: string, reading: OctetReading, wildcards = false): string {
  const query = text.indexOf('?')
  return text.replace(escapedOrOther, (part, octet: string | undefined, at: number) => {
    if (octet === undefined) return escaped(part, wildcards)
    const character = String.fromCharCode(Number.parseInt(octet, 16))
    const where = query === -1 || at < query ? 'path' : 'query'
    return decoded[reading][where].test(character) ? character : part.toUpperCase()
  })
}

function escaped(text: string, wildcards: boolean): string {
  const special = wildcards ? /'/g : /['*]/g
  return encodeURIComponent(text.toWellFormed()).replace(special, (sign) => (sign === '*' ? '%2A' : '%27'))
}
