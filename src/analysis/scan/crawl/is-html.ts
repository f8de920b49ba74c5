import { computedMIMEType, MIMEType } from 'whatwg-mimetype'
import { decodeBody } from '../document/charset.ts'

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** Types that count as undeclared, by the MIME Sniffing Standard. */
const unknownTypes: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*'])
/** Accepted results of sniffing a page's first bytes; all others are images, archives, PDF files and the like. */
const textTypes: ReadonlySet<string> = new Set([
  'text/html',
  'text/xml',
  'text/plain',
  'application/octet-stream',
])

const htmlRoot = /<(?:!doctype[\t\n\f\r ]html|html)[\t\n\f\r >]/i

const sniffedBytes = 1_445

/** Whether a body is a page: declared as HTML or XHTML, or undeclared and sniffed as such. */
export function isHtml(contentType: string | undefined, bytes: Uint8Array): boolean {
  const declared = MIMEType.parse(contentType ?? '')
  const isDeclared = declared !== null && !unknownTypes.has(declared.essence)
  if (isDeclared && !htmlTypes.has(declared.essence)) return false
  const head = bytes.subarray(0, sniffedBytes)
  if (isDeclared) return textTypes.has(computedMIMEType(head).essence)
  // The Standard sniffs any byte order mark as plain text; here the text after it counts.
  const { text, source } = decodeBody(head, undefined)
  const { essence } = computedMIMEType(source === 'bom' ? new TextEncoder().encode(text) : head)
  return essence === 'text/html' || (essence === 'text/xml' && htmlRoot.test(text))
}
