import { expect, test } from 'bun:test'
import { milestoneError } from '../../../src/milestone/errors.ts'
import { type BundleHead, buildBundle } from '../../../src/milestone/evidence/evidence.ts'
import { bundleDetail, bundleList, evidenceRoot, leafProof } from '../../../src/milestone/views/evidence.ts'
import { writeCursor, writeOffset } from '../../../src/milestone/views/page.ts'
import { created, idOf, rootOf, snapshotOf, submitted } from './small-chain.ts'

const heads: BundleHead[] = Array.from({ length: 5 }, (_, index) => ({
  root: rootOf(`m${index}`),
  title: `Bundle ${index}`,
  leafCount: index + 1,
  createdAt: 1_700_000_000 + index,
}))
const now = snapshotOf([[created('m4'), submitted('m4')], [created('m0')]])
const titles = (limit: number, cursor?: string) => {
  const { bundles, next } = bundleList(now, heads, { limit, cursor })
  return [bundles.map(({ title }) => title), next]
}

test('bundles are listed newest first with the milestones they are the evidence of', () => {
  const answer = bundleList(now, heads, { limit: 2, cursor: undefined })
  expect(answer).toEqual({
    ok: true,
    count: 2,
    total: 5,
    next: writeOffset(3),
    bundles: [
      { root: rootOf('m4'), title: 'Bundle 4', leafCount: 5, milestones: [idOf('m4')] },
      { root: rootOf('m3'), title: 'Bundle 3', leafCount: 4, milestones: [] },
    ],
    asOf: now.asOf,
  })
})

test('following `next` gives every bundle once', () => {
  expect(titles(2, writeOffset(3))).toEqual([['Bundle 2', 'Bundle 1'], writeOffset(1)])
  expect(titles(2, writeOffset(1))).toEqual([['Bundle 0'], null])
  expect(titles(5)).toEqual([['Bundle 4', 'Bundle 3', 'Bundle 2', 'Bundle 1', 'Bundle 0'], null])
})

test('a cursor beyond the list starts at its end, one of another kind is refused', () => {
  expect(titles(1, writeOffset(999_999))).toEqual([['Bundle 4'], writeOffset(4)])
  expect(titles(1, writeOffset(0))).toEqual([[], null])
  expect(() => titles(1, writeCursor({ blockNumber: 2, logIndex: 1 }))).toThrow(
    milestoneError('invalid_cursor'),
  )
  expect(() => titles(1, '')).toThrow(milestoneError('invalid_cursor'))
})

const documents = ['a', 'b', 'c'].map((name) => ({
  name,
  mediaType: 'text/plain',
  content: `content of ${name}`,
}))
const bundle = { ...buildBundle(documents), title: 'Three', createdAt: 1_700_000_000 }

test('a bundle shows its documents unchanged, with the hashes of the leaves', () => {
  const shown = bundleDetail(now, bundle)
  expect(shown.leaves.map(({ index, name, content, bytes }) => ({ index, name, content, bytes }))).toEqual(
    documents.map(({ name, content }, index) => ({ index, name, content, bytes: content.length })),
  )
  expect(new Set(shown.leaves.map(({ leafHash }) => leafHash)).size).toBe(3)
  expect(shown.root).toBe(bundle.root)
  expect(() => bundleDetail(now, undefined)).toThrow(milestoneError('evidence_not_found'))
})

test('the proof of a leaf names the same leaf hash as the bundle does', () => {
  const hashes = bundleDetail(now, bundle).leaves.map(({ leafHash }) => leafHash)
  for (const index of [0, 1, 2]) {
    const proof = leafProof(now, bundle, String(index))
    expect(proof).toMatchObject({ ok: true, root: bundle.root, index, leafHash: hashes[index] ?? '' })
    expect(proof.proof.length).toBeGreaterThan(0)
  }
})

test.each([['3'], ['-1'], ['1.0'], ['01e0'], ['x'], [''], [' 1'], ['１'], ['9'.repeat(400)]])(
  'there is no leaf %p in a bundle of three',
  (index) => {
    expect(() => leafProof(now, bundle, index)).toThrow(milestoneError('leaf_not_found', 3))
  },
)

test('a bundle that is not held has no proofs either, and a root has 64 digits', () => {
  expect(() => leafProof(now, undefined, '0')).toThrow(milestoneError('evidence_not_found'))
  expect(() => evidenceRoot('0x12')).toThrow(milestoneError('invalid_evidence_root'))
  expect(evidenceRoot(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
})

test('a root shared by many milestones names the newest 100 of them', () => {
  const shared = Array.from({ length: 130 }, (_, index) => `s${index}`).flatMap((name) => [
    created(name),
    submitted(name, rootOf('shared')),
  ])
  const head = { root: rootOf('shared'), title: 'Shared', leafCount: 1, createdAt: 1 }
  const [shown] = bundleList(snapshotOf([shared]), [head], { limit: 1, cursor: undefined }).bundles
  expect(shown?.milestones).toEqual(Array.from({ length: 100 }, (_, index) => idOf(`s${index + 30}`)))
})
