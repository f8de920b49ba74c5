import canonicalize from 'canonicalize'
import { nextEntry } from '../../../src/campaign/drafts/decision-log.ts'
import type { Draft } from '../../../src/campaign/drafts/draft.ts'
import type { ReceiptKey, ShownReceipt } from '../../../src/campaign/studio/client/api.ts'

export const sha256 = (data: string | Uint8Array) => new Bun.CryptoHasher('sha256').update(data).digest('hex')

/** The file behind each address. */
export const files = new Map(
  ['square', 'portrait'].map((name) => [
    `https://agent.test/assets/${name}.png`,
    new TextEncoder().encode(`bytes of ${name}`),
  ]),
)

const assets = (['square', 'portrait'] as const).map((format) => ({
  format,
  resultUrl: `https://agent.test/assets/${format}.png`,
  previewUrl: `https://agent.test/assets/${format}.webp`,
  width: 1080,
  height: format === 'square' ? 1080 : 1350,
  byteSha256: sha256(`bytes of ${format}`),
  pixelSha256: sha256(`pixels of ${format}`),
}))

export const sampleDraft: Draft = {
  draftId: 'd_sample',
  revision: 1,
  run: 'completed',
  review: 'pending',
  brief: 'Calm sea at dawn',
  brandKit: { id: 'demo-launch', version: 1 },
  assets,
  assetHash: sha256(assets.map(({ pixelSha256 }) => pixelSha256).join('')),
  warnings: [],
  scene: { provider: 'procedural', family: 'ocean' },
  seed: 7,
  layout: 'panel',
  copy: { headline: 'Calm' },
  placement: 'auto',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-08T10:00:00.000Z',
  decisions: [],
  pins: [],
  provenanceReceiptId: 'r_sample',
}

/** Decisions as the server logs them. */
export function decisionsOf(verbs: readonly Draft['decisions'][number]['decision'][]): Draft['decisions'] {
  let last: ReturnType<typeof nextEntry> | undefined
  return verbs.map((decision, index) => {
    const decidedAt = Date.parse('2026-03-02T10:00:00.000Z') + index
    last = nextEntry(sampleDraft.draftId, last, {
      decision,
      note: index === 0 ? 'Größer, “bitte” \u2028' : null,
      assetHash: sampleDraft.assetHash ?? '',
      decidedAt,
    })
    const { by: _, variant: __, ...entry } = last
    return { ...entry, decidedAt: new Date(decidedAt).toISOString() }
  })
}

/** A receipt for the sample draft and the key that signed it. */
export async function signedReceipt(): Promise<{ receipt: ShownReceipt; keys: ReceiptKey[] }> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Cannot sign without a pair of keys')
  const spec = {
    kit: { id: 'demo-launch', version: 1, digest: sha256('kit') },
    seed: 7,
    brief: 'Calm sea',
    margin: 0.05,
  }
  const unsigned = {
    receiptId: 'r_sample',
    network: 'offchain',
    specHash: sha256(canonicalize(spec) ?? ''),
    assetHash: sampleDraft.assetHash ?? '',
    assets: assets.map(({ format, byteSha256, pixelSha256 }) => ({ format, byteSha256, pixelSha256 })),
    spec,
    issuedAt: '2026-03-01T10:00:00.000Z',
  }
  const base64Url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')
  const signed = `${base64Url('{"alg":"EdDSA","kid":"first"}')}.${base64Url(canonicalize(unsigned) ?? '')}`
  const mark = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(signed))
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    receipt: { ...unsigned, signature: `${signed}.${base64Url(new Uint8Array(mark))}` },
    keys: [
      { kid: 'other', kty: 'OKP', crv: 'Ed25519', x },
      { kid: 'first', kty: 'OKP', crv: 'Ed25519', x },
    ],
  }
}
