import htmlEncodingSniffer from 'html-encoding-sniffer'
import { MIMEType } from 'whatwg-mimetype'

export interface DecodedBody {
  text: string
  /** Lower-case name of the Encoding Standard. */
  charset: string
  source: 'bom' | 'header' | 'meta' | 'guess'
}

/**
 * Decodes a body as the HTML standard requires, but ignores declared charsets that the bytes contradict:
 *
 * 1. A byte order mark decides.
 * 2. Then the header's charset, then that of `<meta>` (or the XML declaration), then UTF-8: the first one in which the
 * bytes are valid. Valid means without errors, or with at most one error per ten letters beyond ASCII (one error at
 * the end is not counted, as the body may be cut), where a single-byte encoding would do more damage.
 * 3. Valid UTF-8 with letters beyond ASCII is taken as UTF-8, unless another encoding is declared, UTF-8 is not, and
 * the
 * declared one is not Western (`windows-1252`, `iso-8859-15`): in those all bytes are valid.
 * 4. When none is valid: the declared encoding, unless it is UTF-8; then `windows-1252`.
 *
 * Unknown labels, and those of the Standard's "replacement" encoding, are ignored.
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

/** The Standard's 1,024 are too few for heads that begin with scripts; browsers read further too. */
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
  const isDeclared = candidates.some(({ charset, source }) => charset === 'utf-8' && source !== 'guess')
  const others = candidates.filter(({ charset }) => charset !== 'utf-8')
  const doubtful = isDeclared || others.every(({ charset }) => western.has(charset))
  return others.length > 0 && doubtful && !isAscii(bytes) && decodeStrictly(bytes, 'utf-8') !== undefined
}

/** The text when the bytes are valid in this encoding, or nearly so. */
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

/** The runtime supports every encoding of the Standard, the types only some of its labels. */
function decoderFor(label: string, fatal = false): TextDecoder {
  return new TextDecoder(label as Bun.Encoding, { fatal })
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}
