import canonicalize from 'canonicalize'

/** SHA-256, in hexadecimal, of the canonical JSON form of a value. @see RFC 8785 */
export function canonicalDigest(value: unknown): string {
  return sha256Of(canonicalize(value) ?? '')
}

/** SHA-256 in hexadecimal. */
export const sha256Of = (content: Uint8Array | string): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex')
