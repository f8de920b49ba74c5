import { expect, test } from 'bun:test'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import fc from 'fast-check'
import {
  buildBundle,
  leafEncoding,
  leafHashesOf,
  proofOf,
  verifyBundle,
} from '../../../src/milestone/evidence/evidence.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('evidence.test.ts')

const documents = [
  { name: 'report.md', mediaType: 'text/markdown', content: '# Pumps\n\nAll four run. 水' },
  { name: 'readings.csv', mediaType: 'text/csv', content: 'hour,litres\n1,40\n' },
  { name: 'empty.txt', mediaType: 'text/plain', content: '' },
]

test('a bundle commits to name, SHA-256 and length of every document, as OpenZeppelin does', () => {
  const bundle = buildBundle(documents)
  const leaves = bundle.leaves.map(({ name, sha256, bytes }) => [name, sha256, bytes])
  expect(bundle.leaves[2]).toEqual({
    name: 'empty.txt',
    mediaType: 'text/plain',
    content: '',
    sha256: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    bytes: 0,
  })
  expect(bundle.leaves[0]?.bytes).toBe(26)
  expect(StandardMerkleTree.of(leaves, leafEncoding).root).toBe(bundle.root)
})

test('every leaf of every bundle is proven by its own proof, and by no other', () => {
  const file = fc.record({ name: fc.string(), mediaType: fc.constant('text/plain'), content: fc.string() })
  fc.assert(
    fc.property(
      fc.uniqueArray(file, { minLength: 1, maxLength: 20, selector: ({ name }) => name }),
      (files) => {
        const bundle = buildBundle(files)
        const hashes = leafHashesOf(bundle)
        bundle.leaves.forEach(({ name, sha256, bytes }, index) => {
          const { leafHash, proof } = proofOf(bundle, index)
          expect(leafHash).toBe(hashes[index] ?? '0x')
          expect(StandardMerkleTree.verify(bundle.root, leafEncoding, [name, sha256, bytes], proof)).toBe(
            true,
          )
          expect(
            StandardMerkleTree.verify(bundle.root, leafEncoding, [`${name}x`, sha256, bytes], proof),
          ).toBe(false)
        })
        expect(verifyBundle(bundle.root, bundle.leaves)).toBe(true)
      },
    ),
    { seed, numRuns: sizeOf({ short: 20, soak: 300 }) },
  )
})

test('a changed document, name or length no longer fits the root', () => {
  const { root, leaves } = buildBundle(documents)
  const [first, ...rest] = leaves
  if (first === undefined) throw new Error('no leaf')
  expect(verifyBundle(root, [{ ...first, content: `${first.content} ` }, ...rest])).toBe(false)
  expect(verifyBundle(root, [{ ...first, name: 'other.md' }, ...rest])).toBe(false)
  expect(verifyBundle(root, [{ ...first, bytes: first.bytes + 1 }, ...rest])).toBe(false)
  expect(verifyBundle(root, rest)).toBe(false)
  expect(verifyBundle(root, [])).toBe(false)
})

test('the order of the documents does not change the root', () => {
  expect(buildBundle([...documents].reverse()).root).toBe(buildBundle(documents).root)
})

test('a bundle without documents, or with one name twice, is refused', () => {
  expect(() => buildBundle([])).toThrow('at least one document')
  expect(() => buildBundle([...documents, ...documents.slice(0, 1)])).toThrow('different names')
  expect(() => proofOf(buildBundle(documents), 3)).toThrow('Cannot prove leaf 3: the bundle has 3 leaves')
})
