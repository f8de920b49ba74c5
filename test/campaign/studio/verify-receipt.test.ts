import { describe, expect, test } from 'bun:test'
import type { Draft } from '../../../src/campaign/drafts/draft.ts'
import type { ReceiptKey, ShownReceipt } from '../../../src/campaign/studio/client/api.ts'
import { brokenDecision } from '../../../src/campaign/studio/client/run-draft.ts'
import {
  type Check,
  summaryOf,
  type VerifyDeps,
  verifyReceipt,
} from '../../../src/campaign/studio/client/verify-receipt.ts'
import { isSoak } from '../../support/soak.ts'
import { singleChanges } from '../receipts/single-changes.ts'
import { decisionsOf, files, sampleDraft, sha256, signedReceipt } from './sample-draft.ts'

const { receipt, keys } = await signedReceipt()

async function checksOf(
  changes: {
    receipt?: unknown
    keys?: ReceiptKey[]
    draft?: Draft
    serverSays?: boolean
  } & Partial<VerifyDeps> = {},
): Promise<Check[]> {
  const { draft = sampleDraft, serverSays = true, ...deps } = changes
  const presented: ShownReceipt = JSON.parse(JSON.stringify(changes.receipt ?? receipt))
  return await Array.fromAsync(
    verifyReceipt(draft, {
      api: {
        receipt: async () => ({ body: { receipt: presented } }),
        receiptKeys: async () => ({ body: { keys: changes.keys ?? keys } }),
        verify: async () => ({ body: { verified: serverSays } }),
      },
      readFile: async (url) => files.get(url),
      subtle: crypto.subtle,
      ...deps,
    }),
  )
}
const statesOf = (checks: readonly Check[]) =>
  Object.fromEntries(checks.map(({ what, state }) => [what, state]))

describe('a verification in the browser', () => {
  test('passes every check of a genuine receipt', async () => {
    const checks = await checksOf()
    expect(statesOf(checks)).toEqual({
      Receipt: 'passed',
      'Square file': 'passed',
      'Portrait file': 'passed',
      'Asset hash': 'passed',
      Specification: 'passed',
      Signature: 'passed',
    })
    expect(summaryOf(checks).tone).toBe('good')
  })

  test('fails for every single change of a receipt', async () => {
    const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const body = receipt.signature.slice(0, -1)
    const others = [...base64].map((last) => `${body}${last}`).filter((each) => each !== receipt.signature)
    const changes = [
      ...singleChanges(receipt)
        .filter(({ name }) => !name.startsWith('/ becomes'))
        .filter((_, at) => at % (isSoak ? 1 : 7) === 0),
      ...[...others, `${receipt.signature}0`, receipt.signature.slice(1), ''].map((signature) => ({
        name: `/signature becomes ${signature}`,
        value: { ...receipt, signature },
      })),
    ]
    expect(changes.length).toBeGreaterThan(100)
    for (const { name, value } of changes) {
      const checks = await checksOf({ receipt: value }).catch(() => undefined)
      if (checks !== undefined) expect([name, summaryOf(checks).tone]).toEqual([name, 'bad'])
    }
  })

  test('fails for a file with one changed byte, and names the hash that it has', async () => {
    const altered = new TextEncoder().encode('bytes of Square')
    const checks = await checksOf({
      readFile: async (url) => (url.includes('square') ? altered : files.get(url)),
    })
    expect(checks[1]).toEqual({
      what: 'Square file',
      state: 'failed',
      detail: `Has ${sha256(altered).slice(0, 12)}, the receipt says ${sha256('bytes of square').slice(0, 12)}`,
    })
    expect(summaryOf(checks).tone).toBe('bad')
  })

  test('fails for a receipt of another draft and for a draft with other hashes', async () => {
    const { assets } = sampleDraft
    for (const change of [
      { seed: 8 },
      { brandKit: { id: 'demo-launch', version: 2 } },
      { assetHash: sha256('other') },
      { assets: assets.slice(1) },
      { assets: assets.map((asset) => ({ ...asset, pixelSha256: sha256('x') })) },
      { assets: assets.map((asset) => ({ ...asset, byteSha256: sha256('x') })) },
    ])
      expect(summaryOf(await checksOf({ draft: { ...sampleDraft, ...change } })).tone).toBe('bad')
  })

  test('fails for a signature by a key that is not published, or by another one under its name', async () => {
    const other = await signedReceipt()
    expect(statesOf(await checksOf({ keys: [] }))).toMatchObject({ Signature: 'failed' })
    expect(statesOf(await checksOf({ keys: other.keys }))).toMatchObject({ Signature: 'failed' })
  })

  test('lists a file that is gone as not checked', async () => {
    const checks = await checksOf({ readFile: async () => undefined })
    expect(statesOf(checks)).toMatchObject({ 'Square file': 'unknown', Signature: 'passed' })
    expect(summaryOf(checks).tone).toBe('warn')
  })

  test.each([
    ['Ed25519', { digest: crypto.subtle.digest.bind(crypto.subtle), importKey: refuse, verify: refuse }],
    ['any hash', undefined],
  ])('leaves it to the server where the browser does not have %s, and names that', async (_, subtle) => {
    for (const [serverSays, state, detail] of [
      [true, 'passed', 'the server checked it'],
      [false, 'failed', 'This browser'],
    ] as const) {
      const check = (await checksOf({ subtle, serverSays })).at(-1)
      expect(check).toMatchObject({ state, detail: expect.stringContaining(detail) })
    }
  })
})

describe('the log of decisions', () => {
  const decisions = decisionsOf(['request_changes', 'request_changes', 'approve'])
  const brokenAt = (log: Draft['decisions'], review: Draft['review'] = 'approved') =>
    brokenDecision(crypto.subtle, { draftId: sampleDraft.draftId, decisions: log, review })

  test('is intact as the server writes it', async () => {
    expect(await brokenAt(decisions)).toBeUndefined()
    expect(await brokenAt([], 'pending')).toBeUndefined()
  })

  test('is broken where an entry was changed, removed, put in or belongs to another draft', async () => {
    const [first, second, third] = decisions
    if (first === undefined || second === undefined || third === undefined) throw new Error('Cannot go on')
    expect(await brokenAt([first, { ...second, note: 'other' }, third])).toBe(2)
    expect(await brokenAt([first, { ...second, decision: 'approve' }, third])).toBe(2)
    expect(await brokenAt([first, { ...second, decidedAt: third.decidedAt }, third])).toBe(2)
    expect(await brokenAt([first, third])).toBe(2)
    expect(await brokenAt([second, third])).toBe(1)
    expect(await brokenAt([first, first, second])).toBe(2)
    expect(await brokenDecision(crypto.subtle, { draftId: 'd_other', decisions, review: 'approved' })).toBe(1)
  })

  test('is broken where its end was cut off, by the state of the review', async () => {
    expect(await brokenAt(decisions.slice(0, 2))).toBe(3)
    expect(await brokenAt([])).toBe(1)
  })
})

async function refuse(): Promise<never> {
  throw new DOMException('Unrecognized name', 'NotSupportedError')
}
