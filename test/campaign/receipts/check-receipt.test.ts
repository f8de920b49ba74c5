import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Receipt } from '../../../src/campaign/receipts/receipt.ts'
import { issueReceipt } from '../../../src/campaign/receipts/receipts.ts'
import type { SigningKey } from '../../../src/campaign/receipts/signing-key.ts'
import { createVerifyReceipt } from '../../../src/campaign/receipts/verify-receipt.ts'
import { createRunGate, type RunGate } from '../../../src/campaign/render/run-gate.ts'
import { readReceipt, verifyReceiptFile } from '../../../src/commands/receipt/receipt-file.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { assets, newKey, random, spec } from './kit.ts'
import { singleChanges } from './single-changes.ts'

let key: SigningKey
let receipt: Receipt
const now = () => Date.parse('2026-05-04T09:30:00.000Z')
beforeAll(async () => {
  key = await newKey()
  receipt = await issueReceipt({ key, now, random }, { spec, assets })
})

const unused = async () => {
  throw new Error('not used')
}
const request = {
  work: { caller: 'tests' },
  readAsset: undefined,
  reproduce: false,
  signal: new AbortController().signal,
}
const createVerify = (keys: readonly JWK[], gates: readonly [RunGate, RunGate]) =>
  createVerifyReceipt({
    keys: { publish: unused, list: async () => [...keys] },
    receipts: {
      issue: unused,
      store: unused,
      read: unused,
      ownerOf: unused,
      approvalOf: async () => undefined,
      ofDraft: unused,
    },
    blobs: { put: unused, has: unused, remove: unused, get: async () => undefined },
    pool: { run: unused, decode: unused, release: () => {}, warm: unused, waiting: () => 0, stop: () => {} },
    gates,
    reproduce: unused,
  })
/** What the endpoint answers, where no file is stored. */
const verify = (presented: object, keys: readonly JWK[] = [key.publicKey]) =>
  createVerify(keys, [{ enter: unused }, { enter: unused }])({ ...request, presented: { ...presented } })

test('a receipt as it was issued is valid, in any order of its members', async () => {
  const valid = { signature: { valid: true, kid: key.publicKey.kid }, specHash: { valid: true } }
  expect(await verify(receipt)).toMatchObject({ verified: true, assetHash: { valid: true }, ...valid })
  expect(await verify(Object.fromEntries(Object.entries(receipt).reverse()))).toMatchObject({
    verified: true,
  })
  expect(await verify(JSON.parse(JSON.stringify(receipt, undefined, 4)))).toMatchObject({ verified: true })
  const lines = await verifyReceiptFile({ ...receipt }, [key.publicKey], [])
  expect(lines).toEqual([
    { check: 'signature', result: `valid, by the key ${key.publicKey.kid}`, holds: true },
    { check: 'specHash', result: 'valid', holds: true },
    { check: 'assetHash', result: 'valid', holds: true },
  ])
})

test('every single change of a receipt is detected, by the service and by the command line', async () => {
  const changes = singleChanges(receipt).filter(({ value }) => isObject(value))
  const missed: string[] = []
  for (const { name, value } of changes) {
    if (!isObject(value)) continue
    const answer = await verify(value)
    const lines = await verifyReceiptFile(value, [key.publicKey], [])
    const isDetected = !answer.verified && !answer.signature.valid && lines.some(({ holds }) => !holds)
    if (!isDetected || answer.stored.length > 0) missed.push(name)
  }
  expect(missed).toEqual([])
  expect(changes.length).toBeGreaterThan(2_000)
})

describe('a signature', () => {
  const reasonOf = async (signature: unknown, keys?: readonly JWK[]) =>
    (await verify({ ...receipt, signature }, keys)).signature
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('by an unknown key, and by another key under a published name, is not valid', async () => {
    const other = await newKey()
    expect(await reasonOf(receipt.signature, [other.publicKey])).toEqual({
      valid: false,
      reason: 'unknown_key',
    })
    expect(await reasonOf(receipt.signature, [])).toEqual({ valid: false, reason: 'unknown_key' })
    const { kid } = key.publicKey
    expect(await reasonOf(receipt.signature, [{ ...other.publicKey, kid }])).toEqual({
      valid: false,
      reason: 'wrong_key',
    })
    const { signature } = await issueReceipt({ key: other, now, random }, { spec, assets })
    expect(await reasonOf(signature)).toEqual({ valid: false, reason: 'unknown_key' })
  })

  test('over another receipt of the same key is not valid', async () => {
    const { signature } = await issueReceipt({ key, now, random }, { spec: { ...spec, seed: 8 }, assets })
    expect(await reasonOf(signature)).toEqual({ valid: false, reason: 'altered' })
  })

  test('by the public key as a shared secret, by another algorithm, or by none is not valid', async () => {
    const { signature: _, ...signed } = receipt
    const [, payload = ''] = receipt.signature.split('.')
    const { kid, x = '' } = key.publicKey
    const byKeyOf = async (alg: string, secret: Uint8Array) =>
      await new CompactSign(Buffer.from(payload, 'base64url')).setProtectedHeader({ alg, kid }).sign(secret)
    const rsa = await generateKeyPair('RS256')
    const byRsa = await new CompactSign(Buffer.from(JSON.stringify(signed)))
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(rsa.privateKey)
    const rsaKey = { ...(await exportJWK(rsa.publicKey)), kid }
    const forged: [unknown, JWK[]][] = [
      [await byKeyOf('HS256', Buffer.from(x, 'base64url')), [key.publicKey]],
      [byRsa, [key.publicKey, rsaKey]],
      [`${encode({ alg: 'none', kid })}.${payload}.`, [key.publicKey]],
      [receipt.signature.split('.').slice(0, 2).join('.'), [key.publicKey]],
      ['..', [key.publicKey]],
      [{ payload, signature: '' }, [key.publicKey]],
      [undefined, [key.publicKey]],
    ]
    for (const [signature, keys] of forged)
      expect(await reasonOf(signature, keys)).toEqual({ valid: false, reason: 'malformed' })
  })

  test('does not depend on the time: of receipts of the past and of the future', async () => {
    for (const date of ['1970-01-01', '2026-05-04', '9999-12-31']) {
      const dated = await issueReceipt({ key, now: () => Date.parse(date), random }, { spec, assets })
      expect(await verify(dated)).toMatchObject({ verified: true })
    }
  })

  test('covers a brief with lone surrogates, which JSON may hold', async () => {
    const odd = await issueReceipt({ key, now, random }, { spec: { ...spec, brief: 'Sea \ud83d' }, assets })
    expect(odd.spec.brief).toBe('Sea \ufffd')
    expect(await verify(odd)).toMatchObject({ verified: true })
  })
})

test('files and runs beyond the limit, or while all runs are taken, are refused at once', async () => {
  for (const limits of [
    [1, 9],
    [9, 1],
  ] as const) {
    const [own, all] = limits.map((inFlightMax) => createRunGate({ inFlightMax }))
    if (own === undefined || all === undefined) throw new Error('there is no gate')
    const gated = createVerify([key.publicKey], [own, all])
    const file = Promise.withResolvers<Uint8Array>()
    const reading = Promise.withResolvers<void>()
    const withFile = {
      ...request,
      presented: { ...receipt },
      readAsset: async <Result>(_: AbortSignal, use: (bytes: Uint8Array) => Promise<Result>) => {
        reading.resolve()
        return await use(await file.promise)
      },
    }
    const first = gated(withFile).catch((error) => error.message)
    await reading.promise
    await expect(gated({ ...withFile, readAsset: unused })).rejects.toMatchObject({ slug: 'busy' })
    expect(await gated({ ...request, presented: { ...receipt } })).toMatchObject({ verified: true })
    file.reject(new Error('gone'))
    expect(await first).toBe('gone')
  }
})

test.each<[string, object]>([
  ['an empty object', {}],
  ['an object of other things', { receipt: { signature: 'a.b.c' }, keys: [] }],
  ['a receipt with a hash for each check, but no contents', { specHash: '', assetHash: '', signature: '' }],
])('%s is not a valid receipt', async (_, presented) => {
  expect(await verify(presented)).toEqual({
    verified: false,
    receiptId: null,
    signature: { valid: false, reason: 'malformed' },
    specHash: { valid: false },
    assetHash: { valid: false },
    stored: [],
  })
})

test('keys that are not public JSON Web Keys are refused by the command line', async () => {
  const bad = verifyReceiptFile({ ...receipt }, [{ ...key.publicKey, x: 'short' }], [])
  await expect(bad).rejects.toThrow(/^Cannot use the keys: /)
})

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

test('a file holds a receipt bare or as it is answered; with anything beside it, the whole is judged', () => {
  const path = join(mkdtempSync(join(quickTmpdir(), 'cairn-receipt-file-')), 'receipt.json')
  const read = (content: object) => {
    writeFileSync(path, JSON.stringify(content))
    return readReceipt(path)
  }
  expect([read(receipt), read({ receipt })]).toEqual([{ ...receipt }, { ...receipt }])
  const forged = { ...receipt, issuedAt: 'never', receipt }
  expect(read(forged)).toEqual(forged)
})
