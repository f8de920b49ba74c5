import canonicalize from 'canonicalize'

/** WebCrypto as far as the studio needs it; browsers offer it on https:// and on this machine only. */
export type Subtle = Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>

/** SHA-256 in hexadecimal. */
export async function sha256(subtle: Subtle, data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256, in hexadecimal, of the canonical JSON form of a value. @see RFC 8785 */
export function canonicalSha256(subtle: Subtle, value: unknown): Promise<string> {
  return sha256(subtle, canonicalize(value) ?? '')
}
