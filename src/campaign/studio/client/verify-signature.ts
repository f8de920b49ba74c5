import canonicalize from 'canonicalize'
import type { ReceiptKey, ShownReceipt } from './api.ts'
import type { Subtle } from './digest.ts'

/** `unsupported`: this browser does not have Ed25519. */
export type SignatureResult = 'valid' | 'invalid' | 'unknown_key' | 'unsupported'

/** Checks that one of `keys` signed exactly this receipt. */
export async function verifySignature(
  subtle: Subtle,
  { signature, ...unsigned }: ShownReceipt,
  keys: readonly ReceiptKey[],
): Promise<SignatureResult> {
  const [header = '', payload = '', mark = '', ...more] = signature.split('.')
  const protectedHeader = parseHeader(header)
  if (protectedHeader?.alg !== 'EdDSA' || more.length > 0) return 'invalid'
  if (payload !== toBase64Url(new TextEncoder().encode(canonicalize(unsigned)))) return 'invalid'
  const jwk = keys.find(({ kid, crv }) => kid === protectedHeader.kid && crv === 'Ed25519')
  if (jwk?.x === undefined) return 'unknown_key'
  const key = await importKey(subtle, jwk.x)
  if (key === undefined) return 'unsupported'
  const markBytes = fromBase64Url(mark)
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  // Other last characters mean the same bytes, but are not the receipt that was issued.
  const isWritten = markBytes !== undefined && toBase64Url(markBytes) === mark
  const isValid = isWritten && (await subtle.verify('Ed25519', key, markBytes, signed))
  return isValid ? 'valid' : 'invalid'
}

async function importKey(subtle: Subtle, x: string): Promise<CryptoKey | undefined> {
  try {
    return await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}

function parseHeader(text: string): { alg?: unknown; kid?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(text)))
  } catch {
    return undefined
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
