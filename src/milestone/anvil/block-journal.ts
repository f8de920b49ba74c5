import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Hex } from 'viem'
import { StartupError } from '../../kernel/runtime/errors.ts'
import { type JournalBlock, type JournalCheat, type JournalLine, parseLine } from './journal-line.ts'

export type { JournalBlock, JournalCheat } from './journal-line.ts'

/**
 * Every block of the demo chain in an append-only file, and what was done to its state in between: enough to build the
 * same chain again in an empty node.
 *
 * A write reaches the system before the call returns, so what was appended survives the death of any process;
 * `sync` makes it survive the loss of power as well. A line that was cut off by such a loss is dropped on opening.
 */
export interface BlockJournal {
  readonly chainId: number
  readonly genesisTimestamp: number
  /** 0 while there is nothing but the genesis block. */
  readonly headNumber: number
  readonly headHash: Hex | undefined
  hashAt(number: number): Hex | undefined
  read(number: number): JournalBlock
  /** What was done to the state that block left, in order. */
  cheatsAfter(number: number): readonly JournalCheat[]
  /** Adds something done to the state that the newest block left. */
  appendCheat(cheat: Omit<JournalCheat, 'after'>): void
  /** Takes back everything above `keep` and what was done to its states, then adds `blocks`, which must follow on it. */
  append(keep: number, blocks: readonly JournalBlock[]): void
  /** Notes once and for all that something was done. */
  mark(name: string): void
  isMarked(name: string): boolean
  sync(): Promise<void>
  close(): void
}

interface Entry {
  hash: Hex
  offset: number
  length: number
}

/**
 * Opens the journal, or starts one for a chain that begins at `genesisTimestamp` (seconds since the epoch).
 * @throws StartupError when the file is no journal of ours
 */
export function openBlockJournal(options: {
  file: string
  chainId: number
  genesisTimestamp: number
}): BlockJournal {
  const { file } = options
  if (!existsSync(file)) create(file, { version: 1, ...options })
  const { header, entries, cheats, marks, size: goodSize } = load(file)
  const descriptor = openSync(file, 'r+')
  ftruncateSync(descriptor, goodSize)
  let size = goodSize
  // What another process wrote may still be on its way to the disk.
  let writes = 1
  let writesSynced = 0

  const write = (lines: readonly string[]): number[] => {
    const start = size
    writes += 1
    try {
      for (const line of lines) size += writeWhole(descriptor, line, size)
    } catch (cause) {
      ftruncateSync(descriptor, start)
      size = start
      throw cause
    }
    let offset = start
    return lines.map((line) => {
      const at = offset
      offset += Buffer.byteLength(line)
      return at
    })
  }
  return {
    chainId: header.chainId,
    genesisTimestamp: header.genesisTimestamp,
    get headNumber() {
      return entries.length
    },
    get headHash() {
      return entries.at(-1)?.hash
    },
    hashAt: (number) => entries[number - 1]?.hash,
    read: (number) => readEntry(descriptor, entries[number - 1], number),
    append: (keep, blocks) => {
      requireChain(keep, entries[keep - 1]?.hash, blocks)
      const rollback = keep < entries.length ? [lineOf({ rollbackTo: keep })] : []
      const lines = blocks.map((block) => lineOf({ block }))
      const offsets = write([...rollback, ...lines]).slice(rollback.length)
      takeBack(keep, entries, cheats)
      blocks.forEach(({ hash }, index) => {
        const line = lines[index] ?? ''
        entries.push({ hash, offset: offsets[index] ?? 0, length: Buffer.byteLength(line) })
      })
    },
    cheatsAfter: (number) => cheats.get(number) ?? [],
    appendCheat: ({ method, params }) => {
      const cheat = { after: entries.length, method, params }
      write([lineOf({ cheat })])
      cheats.set(cheat.after, [...(cheats.get(cheat.after) ?? []), cheat])
    },
    mark: (name) => {
      if (marks.has(name)) return
      write([lineOf({ mark: name })])
      marks.add(name)
    },
    isMarked: (name) => marks.has(name),
    sync: async () => {
      if (writesSynced === writes) return
      const covered = writes
      await promisify(fdatasync)(descriptor)
      writesSynced = Math.max(writesSynced, covered)
    },
    close: () => {
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
  }
}

function create(file: string, header: { version: 1; chainId: number; genesisTimestamp: number }): void {
  mkdirSync(dirname(file), { recursive: true })
  const { version, chainId, genesisTimestamp } = header
  // Renamed when it is whole, so that a journal without a header is never met.
  const line = lineOf({ header: { version, chainId, genesisTimestamp } })
  writeFileSync(`${file}.part`, line, { flush: true })
  renameSync(`${file}.part`, file)
}

/** Walks the lines once; only hashes and offsets stay in memory. */
function load(file: string) {
  const bytes = readFileSync(file)
  const entries: Entry[] = []
  const cheats = new Map<number, JournalCheat[]>()
  const marks = new Set<string>()
  let header: { chainId: number; genesisTimestamp: number } | undefined
  let offset = 0
  for (let lineNumber = 1; ; lineNumber += 1) {
    const end = bytes.indexOf(0x0a, offset)
    if (end === -1) break
    const length = end + 1 - offset
    const line = parseLine(bytes.toString('utf8', offset, end))
    if (line === undefined) throw unreadable(file, lineNumber)
    if ('header' in line) header = line.header
    else if ('mark' in line) marks.add(line.mark)
    else if ('rollbackTo' in line) takeBack(line.rollbackTo, entries, cheats)
    else if ('cheat' in line)
      cheats.set(line.cheat.after, [...(cheats.get(line.cheat.after) ?? []), line.cheat])
    else if (line.block.number !== entries.length + 1) throw unreadable(file, lineNumber)
    else entries.push({ hash: line.block.hash, offset, length })
    if (header === undefined) throw unreadable(file, lineNumber)
    offset += length
  }
  if (header === undefined) throw unreadable(file, 1)
  return { header, entries, cheats, marks, size: offset }
}

/** As the node does it: going back to a block goes back to what was last made of its state. */
function takeBack(keep: number, entries: Entry[], cheats: Map<number, JournalCheat[]>): void {
  entries.length = Math.min(entries.length, keep)
  for (const after of cheats.keys()) if (after > keep) cheats.delete(after)
}

function readEntry(descriptor: number, entry: Entry | undefined, number: number): JournalBlock {
  const bytes = Buffer.alloc(entry?.length ?? 0)
  if (entry !== undefined) readSync(descriptor, bytes, 0, entry.length, entry.offset)
  const line = parseLine(bytes.toString('utf8').trimEnd())
  if (line === undefined || !('block' in line))
    throw new Error(`Cannot read block ${number} of the block journal`)
  return line.block
}

function requireChain(keep: number, parent: Hex | undefined, blocks: readonly JournalBlock[]): void {
  let number = keep
  let hash = parent
  for (const block of blocks) {
    const follows =
      block.number === number + 1 && (hash === undefined ? number === 0 : block.parentHash === hash)
    if (!follows)
      throw new Error(`Cannot journal block ${block.number} as it does not follow block ${number}`)
    number = block.number
    hash = block.hash
  }
}

function lineOf(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`
}

function writeWhole(descriptor: number, text: string, position: number): number {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written)
  }
  return written
}

function unreadable(file: string, lineNumber: number): StartupError {
  return new StartupError(
    `Cannot rebuild the demo chain as its block journal is damaged at line ${lineNumber} of "${file}": start over with --fresh`,
  )
}
