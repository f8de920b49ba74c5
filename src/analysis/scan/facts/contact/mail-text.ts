import { mailAddress } from './mail-address.ts'

export interface FoundMail {
  address: string
  /** Offset in the text. */
  from: number
  to: number
  /** Obfuscated, as in `info [at] acme [dot] com`. */
  disguised: boolean
}

const mailsMax = 50
const wordMax = 320

/**
 * The addresses in a text, plain and obfuscated. Linear: each `@` and each ` at ` is checked once, within a bounded
 * distance.
 */
export function mailsIn(text: string): FoundMail[] {
  const found: FoundMail[] = []
  if (text.includes('@') || text.includes('＠')) addPlain(text.replaceAll('＠', '@'), found)
  if (found.length < mailsMax) addDisguised(text, found)
  return found
}

function addPlain(text: string, found: FoundMail[]): void {
  for (let at = text.indexOf('@'); at !== -1 && found.length < mailsMax; at = text.indexOf('@', at + 1)) {
    let from = at
    while (from > 0 && at - from < 70 && isLocalChar(text.charAt(from - 1))) from--
    let to = at + 1
    while (to < text.length && to - at < 256 && isDomainChar(text.charAt(to))) to++
    while (from < at && ".'-_/=&?".includes(text.charAt(from))) from++
    while (to > at && '.-'.includes(text.charAt(to - 1))) to--
    const address = mailAddress(text.slice(from, to))
    if (address !== undefined) found.push({ address, from, to, disguised: false })
  }
}

function isLocalChar(char: string): boolean {
  return /[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]/.test(char)
}

function isDomainChar(char: string): boolean {
  return /[\p{L}\p{N}.-]/u.test(char)
}

const atWords =
  '(?:at|ät|æt|a|@|arroba|chiocciola|chez|kukac|zavinac|zavináč|małpa|malpa|snabel-?a|alfakrøll|bei|arobase|ett)'
const dotWords = '(?:dot|punkt|point|punto|ponto|kropka|tecka|tečka|\\.|piste|prikk|pont)'
/** `[at]`, `(at)`, `{at}`, `<at>`, `_at_`, `-at-`; the bare word requires a dot written as a word too. */
const bracketAt = new RegExp(`\\s?(?:[[({<|]\\s?${atWords}\\s?[\\])}>|]|[_*-]{1,2}at[_*-]{1,2})\\s?`, 'gi')
const bracketDot = new RegExp(`^\\s?(?:[[({<|]\\s?${dotWords}\\s?[\\])}>|]|[_*-]{1,2}dot[_*-]{1,2})\\s?`, 'i')
const wordAt = / (?:at|AT|ät) /g
const wordDot = / (?:dot|DOT|punkt|point|punto) ?/y

function addDisguised(text: string, found: FoundMail[]): void {
  for (const match of text.matchAll(bracketAt)) {
    if (found.length >= mailsMax) return
    addAround(text, match.index, match.index + match[0].length, bracketDot, found)
  }
  for (const match of text.matchAll(wordAt)) {
    if (found.length >= mailsMax) return
    addAround(text, match.index, match.index + match[0].length, undefined, found)
  }
}

function addAround(
  text: string,
  atFrom: number,
  atTo: number,
  dot: RegExp | undefined,
  found: FoundMail[],
): void {
  let from = atFrom
  while (from > 0 && atFrom - from < 64 && isLocalChar(text.charAt(from - 1))) from--
  const local = text.slice(from, atFrom)
  let domain = ''
  let at = atTo
  let dotted = false
  while (at < text.length && at - atTo < wordMax) {
    const char = text.charAt(at)
    if (/[\p{L}\p{N}-]/u.test(char)) {
      domain += char
      at++
      continue
    }
    if (char === '.' && /[\p{L}\p{N}]/u.test(text.charAt(at + 1))) {
      domain += '.'
      at++
      continue
    }
    const length = dotLength(text, at, dot)
    if (length === 0) break
    domain += '.'
    at += length
    dotted = true
  }
  if (dot === undefined && !dotted) return
  while (domain.endsWith('.')) domain = domain.slice(0, -1)
  const address = mailAddress(`${local}@${domain}`)
  if (address !== undefined && !found.some((one) => one.from <= from && one.to > from))
    found.push({ address, from, to: at, disguised: true })
}

function dotLength(text: string, at: number, dot: RegExp | undefined): number {
  if (dot !== undefined) {
    const bracketed = dot.exec(text.slice(at, at + 16))?.[0].length ?? 0
    if (bracketed > 0) return bracketed
  }
  wordDot.lastIndex = at
  return wordDot.exec(text)?.[0].length ?? 0
}

/** Decodes Cloudflare's `data-cfemail`: the first byte is XORed over the others. */
export function decodeCloudflare(hex: string): string | undefined {
  if (hex.length < 4 || hex.length > 800 || hex.length % 2 === 1 || !/^[0-9a-f]+$/i.test(hex))
    return undefined
  const bytes = Buffer.from(hex, 'hex')
  const key = bytes[0] ?? 0
  return mailAddress(new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key)))
}

const cipherMax = 200
const shiftsMax = 25
/** Ranges of character codes within which TYPO3 shifts. */
const ranges = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

/** The address in a link of TYPO3: `javascript:linkTo_UnCryptMailto('nbjmup+…')`, or its `data-mailto-token`. */
export function decodeTypo3(written: string): string | undefined {
  const cipher =
    /UnCryptMailto\((?:'|%27)([^'%]{8,200})/.exec(written.slice(0, 2 * cipherMax))?.[1] ?? written
  if (cipher.length > cipherMax) return undefined
  for (let shift = -shiftsMax; shift <= shiftsMax; shift++) {
    const plain = Array.from(cipher, (char) => String.fromCharCode(shifted(char.charCodeAt(0), shift))).join(
      '',
    )
    if (plain.startsWith('mailto:')) return mailAddress(plain.slice('mailto:'.length).split('?')[0] ?? '')
  }
  return undefined
}

function shifted(code: number, shift: number): number {
  for (const [from, to] of ranges) {
    const size = to - from + 1
    if (code >= from && code <= to) return from + ((code - from + shift + 2 * size) % size)
  }
  return code
}
