import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Hex, keccak256, stringToHex } from 'viem'
import {
  type BlockJournal,
  type JournalBlock,
  openBlockJournal,
} from '../../../src/milestone/anvil/block-journal.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('block-journal.test.ts')

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
function newFile(): string {
  files += 1
  return join(folder, `${files}.jsonl`)
}
const open = (file: string) => openBlockJournal({ file, chainId: 31337, genesisTimestamp: 1_780_000_000 })
const genesisHash = keccak256('0x')

/** A block on top of `parent`; `salt` separates forks. */
function blockOn(parent: JournalBlock | undefined, salt: number): JournalBlock {
  const number = (parent?.number ?? 0) + 1
  const parentHash = parent?.hash ?? genesisHash
  return {
    number,
    parentHash,
    hash: keccak256(stringToHex(`${parentHash}:${salt}`)),
    timestamp: 1_780_000_000 + number,
    baseFeePerGas: '0x7',
    transactions: Array.from({ length: salt % 3 }, (_, index): Hex => `0x${'ab'.repeat(index + 1)}`),
  }
}

function contentOf(journal: BlockJournal): JournalBlock[] {
  return Array.from({ length: journal.headNumber }, (_, index) => journal.read(index + 1))
}

const step = fc.record({ undo: fc.nat(5), add: fc.nat(4), salt: fc.nat(1_000_000) })

/** Applies random reorgs; of each, the file's length, the chain that it holds, and the blocks kept from the one before. */
function play(file: string, steps: readonly { undo: number; add: number; salt: number }[]) {
  const journal = open(file)
  let chain: JournalBlock[] = []
  const states = [{ bytes: readFileSync(file).length, chain, keep: 0 }]
  for (const { undo, add, salt } of steps) {
    const keep = Math.max(0, chain.length - undo)
    const kept = chain.slice(0, keep)
    const added: JournalBlock[] = []
    for (let index = 0; index < add; index += 1)
      added.push(blockOn(added.at(-1) ?? kept.at(-1), salt + index))
    journal.append(keep, added)
    chain = [...kept, ...added]
    expect(contentOf(journal)).toEqual(chain)
    states.push({ bytes: readFileSync(file).length, chain, keep })
  }
  journal.close()
  return states
}

test('a journal holds the chain that random reorgs left, or, after any loss of power, what was appended whole before', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (steps, cut) => {
        const file = newFile()
        const states = play(file, steps)
        const reopened = open(file)
        const { chain: played = [] } = states.at(-1) ?? {}
        expect([contentOf(reopened), reopened.headHash]).toEqual([played, played.at(-1)?.hash])
        reopened.close()
        const bytes = readFileSync(file)
        const headerBytes = states[0]?.bytes ?? 0
        const keptBytes = headerBytes + Math.floor((bytes.length - headerBytes) * cut)
        writeFileSync(file, bytes.subarray(0, keptBytes))

        const before = states.filter((state) => state.bytes <= keptBytes).at(-1)?.chain ?? []
        const next = states.find((state) => state.bytes > keptBytes)
        const after = next?.chain ?? before
        const keep = next?.keep ?? before.length
        const journal = open(file)
        const content = contentOf(journal)
        // Of the append that was under way, a first part may be there: blocks of the new chain or none of them.
        const isBefore = JSON.stringify(content) === JSON.stringify(before)
        const isPartOfAfter =
          content.length >= keep && JSON.stringify(content) === JSON.stringify(after.slice(0, content.length))
        expect(isBefore || isPartOfAfter).toBe(true)

        const added = blockOn(content.at(-1), 7)
        journal.append(content.length, [added])
        journal.close()
        const again = open(file)
        expect(contentOf(again)).toEqual([...content, added])
        again.close()
      },
    ),
    { seed, numRuns: sizeOf({ short: 60, soak: 1_000 }) },
  )
})

test('state changes are kept with their block, and go when the block goes', () => {
  const file = newFile()
  const journal = open(file)
  const first = blockOn(undefined, 0)
  const second = blockOn(first, 0)
  journal.appendStateChange({ method: 'anvil_setBalance', params: ['0xaa', '0x1'] })
  journal.append(0, [first])
  journal.appendStateChange({ method: 'anvil_setNonce', params: ['0xaa', '0x2'] })
  journal.append(1, [second])
  journal.appendStateChange({ method: 'anvil_setCode', params: ['0xaa', '0x3'] })
  journal.append(1, [blockOn(first, 9)])
  journal.appendStateChange({ method: 'anvil_setCode', params: ['0xaa', '0x4'] })
  const expected = [
    [{ after: 0, method: 'anvil_setBalance', params: ['0xaa', '0x1'] }],
    [{ after: 1, method: 'anvil_setNonce', params: ['0xaa', '0x2'] }],
    [{ after: 2, method: 'anvil_setCode', params: ['0xaa', '0x4'] }],
    [],
  ]
  const numbers = [0, 1, 2, 3]
  expect(numbers.map((number) => journal.stateChangesAfter(number))).toEqual(expected)
  journal.close()
  const again = open(file)
  expect(numbers.map((number) => again.stateChangesAfter(number))).toEqual(expected)
  again.close()
})

test('blocks that do not follow each other are refused and nothing of them is written', () => {
  const file = newFile()
  const journal = open(file)
  const first = blockOn(undefined, 0)
  const second = blockOn(first, 0)
  journal.append(0, [first])
  const size = readFileSync(file).length
  expect(() => journal.append(1, [blockOn(second, 0)])).toThrow(
    'Cannot journal block 3 as it does not follow block 1',
  )
  expect(() => journal.append(1, [second, { ...blockOn(second, 0), parentHash: first.hash }])).toThrow(
    'does not follow',
  )
  expect(readFileSync(file).length).toBe(size)
  expect(journal.headHash).toBe(first.hash)
  journal.close()
})

test('the first opening fixes where the chain begins, and marks stay', () => {
  const file = newFile()
  const journal = open(file)
  journal.mark('done')
  journal.mark('done')
  journal.close()
  const again = openBlockJournal({ file, chainId: 1, genesisTimestamp: 5 })
  expect([again.chainId, again.genesisTimestamp]).toEqual([31337, 1_780_000_000])
  expect([again.isMarked('done'), again.isMarked('else')]).toEqual([true, false])
  again.close()
  expect(readFileSync(file, 'utf8').match(/"mark"/g)).toHaveLength(1)
})

test.each([
  ['an empty file', ''],
  ['a file without a header', '{"mark":"x"}\n'],
  ['a header of another version', '{"header":{"version":2,"chainId":1,"genesisTimestamp":1}}\n'],
  ['no JSON', 'hello\n'],
])('%s is refused with the way out', (_, content) => {
  const file = newFile()
  writeFileSync(file, content)
  expect(() => open(file)).toThrow(
    `its block journal is damaged at line 1 of "${file}": start over with --fresh`,
  )
})
