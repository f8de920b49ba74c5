import htmlEncodingSniffer from 'html-encoding-sniffer'
import { MIMEType } from 'whatwg-mimetype'

export interface DecodedBody {
  text: string
  /** The encoding's name as the Encoding Standard has it, in lower case. */
  charset: string
  /** What the choice stands on. */
  source: 'bom' | 'header' | 'meta' | 'guess'
}

/**
 * Decodes a body as HTML asks for it, but believes no lie that the bytes themselves disprove:
 *
 * 1. A byte order mark decides.
 * 2. Then the header's charset, then that of `<meta>` (or the XML declaration), then UTF-8: the first as which the
 *    bytes are right. Right means without a fault, or with so few (one to ten letters beyond ASCII, not counting one
 *    where the body was cut) that an encoding in which every byte means something would break more than it mends.
 * 3. Valid UTF-8 that is not plain ASCII is so by intent. It is passed over for another declared encoding only when
 *    nobody says UTF-8 and the other is not a Western one (`windows-1252`, `iso-8859-15`), as which all bytes are right.
 * 4. When nothing is right: the declared encoding, unless it is UTF-8; then `windows-1252`.
 *
 * Unknown labels, and those of the Standard's "replacement" encoding, count as absent.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): DecodedBody {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return { text: decode(bytes, marked), charset: marked, source: 'bom' }

  const candidates = candidatesFor(bytes, contentType)
  const plausible = isIntendedUtf8(bytes, candidates)
    ? candidates.filter(({ charset }) => charset === 'utf-8')
    : candidates
  for (const { charset, source } of plausible) {
    const text = decodeWell(bytes, charset)
    if (text !== undefined) return { text, charset, source }
  }
  const declared = candidates.find(({ charset, source }) => source !== 'guess' && charset !== 'utf-8')
  const { charset, source } = declared ?? ({ charset: 'windows-1252', source: 'guess' } as const)
  return { text: decode(bytes, charset), charset, source }
}

/** The Standard's 1,024 are too few for heads that begin with scripts; browsers look further as well. */
const maxPrescanBytes = 8_192

type Candidate = Pick<DecodedBody, 'charset' | 'source'>

const western: ReadonlySet<string> = new Set(['windows-1252', 'iso-8859-15'])

function candidatesFor(bytes: Uint8Array, contentType: string | undefined): Candidate[] {
  const type = contentType === undefined ? null : MIMEType.parse(contentType)
  const header = encodingNamed(type?.parameters.get('charset'))
  const xml = type !== null && (type.essence.endsWith('+xml') || type.essence.endsWith('/xml'))
  const meta = encodingNamed(
    htmlEncodingSniffer(bytes, {
      defaultEncoding: '',
      ...(xml ? { xml } : { maxPrescanBytes }),
    }),
  )
  const candidates: Candidate[] = []
  if (header !== undefined) candidates.push({ charset: header, source: 'header' })
  if (meta !== undefined && meta !== header) candidates.push({ charset: meta, source: 'meta' })
  if (header !== 'utf-8' && meta !== 'utf-8') candidates.push({ charset: 'utf-8', source: 'guess' })
  return candidates
}

function isIntendedUtf8(bytes: Uint8Array, candidates: readonly Candidate[]): boolean {
  const told = candidates.some(({ charset, source }) => charset === 'utf-8' && source !== 'guess')
  const others = candidates.filter(({ charset }) => charset !== 'utf-8')
  const doubtful = told || others.every(({ charset }) => western.has(charset))
  return others.length > 0 && doubtful && !isAscii(bytes) && decodeStrictly(bytes, 'utf-8') !== undefined
}

/** The text when the bytes are right as this encoding, or nearly so. */
function decodeWell(bytes: Uint8Array, charset: string): string | undefined {
  const strict = decodeStrictly(bytes, charset)
  if (strict !== undefined) return strict
  const text = decode(bytes, charset)
  let letters = 0
  let faults = text.endsWith('\ufffd') ? -1 : 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) faults += 1
    else if (unit > 0x7f) letters += 1
  }
  return letters > 0 && faults * 10 <= letters ? text : undefined
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function encodingNamed(label: string | undefined): string | undefined {
  try {
    return label === undefined || label === '' ? undefined : decoderFor(label).encoding
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  return decoderFor(charset).decode(bytes)
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decoderFor(charset, true).decode(bytes)
  } catch {
    return undefined
  }
}

/** The runtime knows every encoding of the Standard, the types only some of its labels. */
function decoderFor(label: string, fatal = false): TextDecoder {
  return new TextDecoder(label as Bun.Encoding, { fatal })
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}
