import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Hex, keccak256, toHex } from 'viem'
import { type JournalBlock, openBlockJournal } from '../../../src/milestone/anvil/block-journal.ts'
import { diskKinds, mountSmallDisk } from '../../support/small-disk.ts'

function blockOn(number: number, parentHash: Hex): JournalBlock {
  return {
    number,
    parentHash,
    hash: keccak256(toHex(number)),
    timestamp: 1_780_000_000 + number,
    baseFeePerGas: '0x7',
    transactions: [`0x${'ab'.repeat(3_000)}`],
  }
}

test.each(diskKinds)(
  'a block journal on a full disk of %s keeps whole blocks, and goes on when there is space',
  (kind) => {
    const disk = mountSmallDisk(import.meta.path, kind, 20)
    if (disk === undefined) return
    try {
      const file = join(disk.folder, 'blocks.jsonl')
      const open = () => openBlockJournal({ file, chainId: 31337, genesisTimestamp: 1_780_000_000 })
      const journal = open()
      const appendOne = () => {
        const parent = journal.headHash ?? keccak256('0x')
        journal.append(journal.headNumber, [blockOn(journal.headNumber + 1, parent)])
      }
      appendOne()
      disk.fill(50_000)
      expect(() => {
        for (;;) appendOne()
      }).toThrow('ENOSPC')
      const number = journal.headNumber
      const head = journal.headHash
      expect(number).toBeGreaterThan(1)
      expect(appendOne).toThrow('ENOSPC')
      const reopened = open()
      expect([reopened.headNumber, reopened.headHash]).toEqual([number, head])
      reopened.close()

      disk.free()
      appendOne()
      journal.close()
      const last = open()
      expect([last.headNumber, last.hashAt(number)]).toEqual([number + 1, head])
      expect(last.read(number).number).toBe(number)
      last.close()
    } finally {
      disk.remove()
    }
  },
)
