import { campaignError } from '../errors.ts'
import refusedSignatures from './image-signatures.json'
import { isGzip, xmlText } from './xml-text.ts'

/** Decoded in a process of their own. */
export const rareTypes = ['image/avif', 'image/tiff', 'image/gif'] as const
export type RareType = (typeof rareTypes)[number]
export type PixelType = 'image/png' | 'image/jpeg' | 'image/webp' | RareType
export type ImageType = PixelType | 'image/svg+xml'

/** Bytes at the start in hexadecimal; `??` is any byte. */
const acceptedSignatures: readonly { type: PixelType; hex: string }[] = [
  { type: 'image/png', hex: '89504e470d0a1a0a' },
  { type: 'image/jpeg', hex: 'ffd8ff' },
  { type: 'image/webp', hex: '52494646????????57454250' },
  { type: 'image/gif', hex: '474946383761' },
  { type: 'image/gif', hex: '474946383961' },
  { type: 'image/avif', hex: '????????6674797061766966' },
  { type: 'image/tiff', hex: '49492a00' },
  { type: 'image/tiff', hex: '4d4d002a' },
]

/**
 * Detects the type of an image by content only; file names and headers are ignored.
 * @throws image_unsupported that names what the content is
 */
export function imageType(bytes: Uint8Array): ImageType {
  const accepted = acceptedSignatures.find(({ hex }) => startsWith(bytes, hex))
  if (accepted !== undefined) return accepted.type
  if (isGzip(bytes) && rootElement(xmlText(bytes) ?? '') === 'svg') return 'image/svg+xml'
  const refused = refusedSignatures.find(({ hex }) => startsWith(bytes, hex))
  if (refused !== undefined) throw campaignError('image_unsupported', refused.name)
  const root = rootElement(xmlText(bytes) ?? '')
  if (root === 'svg') return 'image/svg+xml'
  if (root === 'html') throw campaignError('image_unsupported', 'an HTML page')
  if (root !== undefined) throw campaignError('image_unsupported', 'an XML document other than SVG')
  throw campaignError('image_unsupported', bytes.length === 0 ? 'empty' : 'not an image of a known type')
}

/** Undefined for what is not an accepted image. */
export function knownImageType(bytes: Uint8Array): ImageType | undefined {
  try {
    return imageType(bytes)
  } catch (error) {
    if (campaignError.is(error, 'image_unsupported')) return undefined
    throw error
  }
}

/** @param hex bytes at the start; `??` is any byte */
export function startsWith(bytes: Uint8Array, hex: string): boolean {
  for (let at = 0; at < hex.length; at += 2) {
    const expected = hex.slice(at, at + 2)
    if (expected !== '??' && bytes[at / 2] !== Number.parseInt(expected, 16)) return false
  }
  return true
}

const whiteSpace = /\s*/y
const startTag = /<(?:[\w.-]+:)?([\w.-]+)/y

/** The local name of the first element, after the declaration, comments, instructions and the document type. */
function rootElement(text: string): string | undefined {
  let at = 0
  while (at >= 0) {
    whiteSpace.lastIndex = at
    at += whiteSpace.exec(text)?.[0].length ?? 0
    if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at)
    else {
      startTag.lastIndex = at
      return startTag.exec(text)?.[1]?.toLowerCase()
    }
  }
  return undefined
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? -1 : at + end.length
}

function afterDoctype(text: string, from: number): number {
  const close = text.indexOf('>', from)
  const subset = text.indexOf('[', from)
  if (subset < 0 || subset > close) return close < 0 ? -1 : close + 1
  const subsetEnd = text.slice(subset).search(/\]\s*>/)
  return subsetEnd < 0 ? -1 : after(text, '>', subset + subsetEnd)
}
