import canonicalize from 'canonicalize'

/** SHA-256, in hexadecimal, of the canonical JSON form of a value. @see RFC 8785 */
export function canonicalDigest(value: unknown): string {
  return new Bun.CryptoHasher('sha256').update(canonicalize(value) ?? '').digest('hex')
}
