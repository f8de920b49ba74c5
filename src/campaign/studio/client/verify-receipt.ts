import canonicalize from 'canonicalize'
import { base64url } from 'jose'
import type { Draft } from '../../drafts/draft.ts'
import type { ReceiptKey, ShownReceipt, StudioApi } from './api.ts'
import { formatName, shortHash } from './texts.ts'

/** One line of a verification; `unknown` could not be checked. */
export interface Check {
  what: string
  state: 'passed' | 'failed' | 'unknown'
  detail: string
}

const passed = (what: string, detail: string): Check => ({ what, state: 'passed', detail })
const failed = (what: string, detail: string): Check => ({ what, state: 'failed', detail })
const unknown = (what: string, detail: string): Check => ({ what, state: 'unknown', detail })

export interface VerifyDeps {
  api: Pick<StudioApi, 'receipt' | 'receiptKeys' | 'verify'>
  /** The bytes of a file; undefined if it cannot be loaded. */
  readFile: (url: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Undefined if the browser does not support it. */
  subtle: Subtle | undefined
}

/** Checks a receipt against the files of its draft, one check after the other. */
export async function* verifyReceipt(draft: Draft, deps: VerifyDeps): AsyncGenerator<Check> {
  const { api, subtle } = deps
  const answer = await api.receipt(draft.provenanceReceiptId ?? '')
  if ('failure' in answer) {
    yield unknown('Receipt', `Cannot read it: ${answer.failure.detail}`)
    return
  }
  const { receipt } = answer.body
  yield describesDraft(receipt, draft)
  if (subtle === undefined) {
    yield await judgedByServer(
      'All hashes and the signature',
      receipt,
      api,
      'This browser computes hashes on https:// pages only',
    )
    return
  }
  for (const asset of draft.assets) yield await checkFile(subtle, asset, receipt, deps)
  yield await checkAssetHash(subtle, receipt, draft)
  yield compared(
    'Specification',
    receipt.specHash,
    await canonicalSha256(subtle, receipt.spec),
    'brief, kit, seed, controls and copy',
  )
  yield await checkSignature(subtle, receipt, api)
}

/** Result of all checks together. */
export function summaryOf(checks: readonly Check[]): { tone: 'good' | 'warn' | 'bad'; text: string } {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  if (count('failed') > 0)
    return { tone: 'bad', text: 'Not verified. What was received is not what was signed: do not approve it.' }
  if (count('unknown') > 0)
    return { tone: 'warn', text: 'Not fully verified: some checks could not be made.' }
  return { tone: 'good', text: 'Verified. These files are exactly what the receipt was signed for.' }
}

function describesDraft(
  { receiptId, spec, assets }: ShownReceipt,
  { provenanceReceiptId, brandKit, seed, assets: drafted }: Draft,
): Check {
  const differs = [
    receiptId !== provenanceReceiptId && 'id',
    (spec.kit.id !== brandKit?.id || spec.kit.version !== brandKit.version) && 'brand kit',
    spec.seed !== seed && 'seed',
    String(assets.map(({ format }) => format)) !== String(drafted.map(({ format }) => format)) && 'formats',
  ].filter((name) => name !== false)
  return differs.length === 0
    ? passed('Receipt', 'Has the kit, seed and formats of this draft')
    : failed('Receipt', `Does not belong to this draft: ${differs.join(', ')}`)
}

async function checkFile(
  subtle: Subtle,
  { format, variant, resultUrl, byteSha256 }: Draft['assets'][number],
  { assets }: ShownReceipt,
  { readFile }: VerifyDeps,
): Promise<Check> {
  const what = `${formatName(format)} file${variant === undefined ? '' : ` of variant ${variant}`}`
  const bytes = await readFile(resultUrl)
  if (bytes === undefined) return unknown(what, 'Cannot read the file')
  const computed = await sha256(subtle, bytes)
  const signed = assets.find((asset) => asset.format === format && asset.variant === variant)?.byteSha256
  const has = `Has ${shortHash(computed)}`
  if (computed !== signed) return failed(what, `${has}, the receipt says ${shortHash(signed ?? 'nothing')}`)
  if (computed !== byteSha256) return failed(what, `${has}, the draft says ${shortHash(byteSha256)}`)
  const kilobytes = Math.round(bytes.length / 1024).toLocaleString('en')
  return passed(what, `${kilobytes} KB have ${shortHash(computed)}`)
}

async function checkAssetHash(subtle: Subtle, receipt: ShownReceipt, draft: Draft): Promise<Check> {
  const computed = await sha256(subtle, receipt.assets.map(({ pixelSha256 }) => pixelSha256).join(''))
  const isSamePixels = receipt.assets.every(
    ({ pixelSha256 }, index) => pixelSha256 === draft.assets[index]?.pixelSha256,
  )
  if (!isSamePixels || draft.assetHash !== receipt.assetHash)
    return failed('Asset hash', 'The draft and the receipt name different pixels')
  return compared('Asset hash', receipt.assetHash, computed, 'the pixels that a decision is bound to')
}

function compared(what: string, expected: string, computed: string, covers: string): Check {
  return expected === computed
    ? passed(what, `${shortHash(computed)} covers ${covers}`)
    : failed(what, `Is ${shortHash(computed)}, the receipt says ${shortHash(expected)}`)
}

async function checkSignature(subtle: Subtle, receipt: ShownReceipt, api: VerifyDeps['api']): Promise<Check> {
  const what = 'Signature'
  const answer = await api.receiptKeys()
  if ('failure' in answer) return unknown(what, `Cannot read the public keys: ${answer.failure.detail}`)
  switch (await verifySignature(subtle, receipt, answer.body.keys)) {
    case 'valid':
      return passed(what, 'Ed25519, by a published key of this service')
    case 'invalid':
      return failed(what, 'Does not belong to this receipt')
    case 'unknown_key':
      return failed(what, 'Made with a key that this service does not publish')
    case 'unsupported':
      return await judgedByServer(what, receipt, api, 'This browser does not have Ed25519')
  }
}

async function judgedByServer(
  what: string,
  { receiptId }: ShownReceipt,
  { verify }: VerifyDeps['api'],
  reason: string,
): Promise<Check> {
  const answer = await verify(receiptId)
  if ('failure' in answer)
    return unknown(what, `${reason}, and the server did not check it: ${answer.failure.detail}`)
  return answer.body.verified
    ? passed(what, `${reason}: the server checked it`)
    : failed(what, `${reason}: the server says that it is not valid`)
}

/** `unsupported`: this browser does not have Ed25519. */
type SignatureResult = 'valid' | 'invalid' | 'unknown_key' | 'unsupported'

/** Checks that one of `keys` signed exactly this receipt. */
async function verifySignature(
  subtle: Subtle,
  { signature, ...unsigned }: ShownReceipt,
  keys: readonly ReceiptKey[],
): Promise<SignatureResult> {
  const [header = '', payload = '', mark = '', ...more] = signature.split('.')
  const protectedHeader = parseHeader(header)
  if (protectedHeader?.alg !== 'EdDSA' || more.length > 0) return 'invalid'
  if (payload !== base64url.encode(canonicalize(unsigned) ?? '')) return 'invalid'
  const jwk = keys.find(({ kid, crv }) => kid === protectedHeader.kid && crv === 'Ed25519')
  if (jwk?.x === undefined) return 'unknown_key'
  const { x } = jwk
  const key = await subtle
    .importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify'])
    .catch(() => undefined)
  if (key === undefined) return 'unsupported'
  const markBytes = decoded(mark)
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  // Other last characters mean the same bytes, but are not the receipt that was issued.
  const isWritten = markBytes !== undefined && base64url.encode(markBytes) === mark
  const isValid = isWritten && (await subtle.verify('Ed25519', key, markBytes, signed))
  return isValid ? 'valid' : 'invalid'
}

function parseHeader(text: string): { alg?: unknown; kid?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(text)))
  } catch {
    return undefined
  }
}

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(base64url.decode(text))
  } catch {
    return undefined
  }
}

/** WebCrypto as far as the studio needs it; browsers offer it on https:// and on this machine only. */
export type Subtle = Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>

/** SHA-256 in hexadecimal. */
async function sha256(subtle: Subtle, data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256, in hexadecimal, of the canonical JSON form of a value. @see RFC 8785 */
export function canonicalSha256(subtle: Subtle, value: unknown): Promise<string> {
  return sha256(subtle, canonicalize(value) ?? '')
}
