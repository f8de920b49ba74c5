import { campaignError } from '../errors.ts'
import { startsWith } from '../images/image-type.ts'
import signatures from './font-signatures.json' with { type: 'json' }

/**
 * The media type of a font by content only: `font/ttf`, `font/otf` or `font/woff2`.
 * @throws font_unsupported that names what the content is
 */
export function fontType(bytes: Uint8Array): string {
  const found = signatures.find(({ hex }) => startsWith(bytes, hex))
  if (found?.type !== undefined) return found.type
  throw campaignError(
    'font_unsupported',
    found?.refused ?? (bytes.length === 0 ? 'empty' : 'not a font of a known type'),
  )
}
