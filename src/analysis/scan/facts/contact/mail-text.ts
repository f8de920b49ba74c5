import { mailAddress } from './mail-address.ts'

export interface FoundMail {
  address: string
  /** Offset in the text. */
  from: number
  to: number
}

const mailsMax = 50

/**
 * The addresses in a text, plain and obfuscated. Linear: each `@` and each ` at ` is checked once, within a bounded
 * distance.
 */
export function mailsIn(text: string): FoundMail[] {
  const found: FoundMail[] = []
  if (text.includes('@') || text.includes('＠')) addPlain(text.replaceAll('＠', '@'), found)
  if (found.length < mailsMax && disguise.test(text)) addDisguised(text, found)
  return found
}

function addPlain(text: string, found: FoundMail[]): void {
  for (let at = text.indexOf('@'); at !== -1 && found.length < mailsMax; at = text.indexOf('@', at + 1)) {
    let from = at
    while (from > 0 && at - from < 70 && isLocalChar(text.charAt(from - 1))) from--
    let to = at + 1
    while (to < text.length && to - at < 256 && isDomainChar(text.charAt(to))) to++
    to = at + 1 + (beforeUnspaced.exec(text.slice(at + 1, to))?.[0].length ?? to - at - 1)
    while (from < at && ".'-_/=&?".includes(text.charAt(from))) from++
    while (to > at && '.-'.includes(text.charAt(to - 1))) to--
    const address = mailAddress(text.slice(from, to))
    if (address !== undefined) found.push({ address, from, to })
  }
}

/** `acme.com` of `acme.comまで`, in scripts without spaces between words. */
const beforeUnspaced =
  /^[a-z\d.-]{1,80}\.[a-z]{2,24}(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}])/iu

function isLocalChar(char: string): boolean {
  return /[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]/.test(char)
}

function isDomainChar(char: string): boolean {
  return /[\p{L}\p{N}.-]/u.test(char)
}

/** Every form below has one of these. */
const disguise = /[[({<|]|[_*-]at| [aä]t [^ ]{1,126} (?:dot|pun|point)/i
const atWords =
  '(?:at|ät|æt|a|@|arroba|chiocciola|chez|kukac|zavinac|zavináč|małpa|malpa|snabel-?a|alfakrøll|bei|arobase|ett)'
const dotWords = '(?:dot|punkt|point|punto|ponto|kropka|tecka|tečka|\\.|piste|prikk|pont)'
/** In brackets or between signs; a bare word for the sign requires one for the dot too. */
const signed = (words: string, word: string) =>
  `\\s?(?:[[({<|]\\s?${words}\\s?[\\])}>|]|[_*-]{1,2}${word}[_*-]{1,2})\\s?`
const bareDot = ' (?:dot|punkt|point|punto) ?'
const disguisedForms = [
  { at: signed(atWords, 'at'), dot: `(?:${signed(dotWords, 'dot')}|${bareDot}|\\.)` },
  { at: ' (?:at|ät) ', dot: bareDot },
].map(({ at, dot }) => ({
  form: new RegExp(`([\\w.+-]{1,64})${at}([\\p{L}\\p{N}-]{1,63}(?:${dot}[\\p{L}\\p{N}-]{1,63}){1,5})`, 'giu'),
  dots: new RegExp(dot, 'giu'),
}))

function addDisguised(text: string, found: FoundMail[]): void {
  for (const { form, dots } of disguisedForms)
    for (const { 0: whole, 1: local = '', 2: domain = '', index } of text.matchAll(form)) {
      const address = mailAddress(`${local}@${domain.replace(dots, '.')}`)
      const isNew = !found.some(({ from, to }) => from <= index && to > index)
      if (address !== undefined && isNew && found.length < mailsMax)
        found.push({ address, from: index, to: index + whole.length })
    }
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
