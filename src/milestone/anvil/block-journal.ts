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
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Hex } from 'viem'
import { StartupError } from '../../kernel/runtime/errors.ts'
import { once } from '../../kernel/runtime/once.ts'

/**
 * Every block of the demo chain in an append-only file, and the changes of its state in between: enough to build the
 * same chain again in an empty node.
 *
 * A write reaches the system before the call returns, so what was appended survives the death of any process;
 * `sync` makes it survive the loss of power as well. A line that was cut off by such a loss is dropped on opening.
 */
export type BlockJournal = ReturnType<typeof openBlockJournal>

/** Where a line is in the file, in bytes. */
interface Place {
  offset: number
  length: number
}

interface Contents {
  header: JournalHeader | undefined
  /** Only hashes and places stay in memory. */
  blocks: (Place & { hash: Hex })[]
  changes: Map<number, StateChange[]>
  marks: Set<string>
}

/**
 * Opens the journal, or starts one for a chain that begins at `genesisTimestamp` (seconds since the epoch).
 * @throws StartupError when the file is not a journal
 */
export function openBlockJournal(options: { file: string; chainId: number; genesisTimestamp: number }) {
  const { file, chainId, genesisTimestamp } = options
  if (!existsSync(file)) create(file, { version: 1, chainId, genesisTimestamp })
  const { header, contents, size: goodSize } = load(file)
  const { blocks, changes, marks } = contents
  const descriptor = openSync(file, 'a+')
  ftruncateSync(descriptor, goodSize)
  let size = goodSize
  // What another process wrote may still be on its way to the disk.
  let writes = 1
  let writesSynced = 0

  const write = (line: JournalLine) => {
    const bytes = Buffer.from(textOf(line))
    writes += 1
    try {
      writeFileSync(descriptor, bytes)
    } catch (cause) {
      ftruncateSync(descriptor, size)
      throw cause
    }
    applyLine(contents, line, { offset: size, length: bytes.length })
    size += bytes.length
  }
  return {
    chainId: header.chainId,
    genesisTimestamp: header.genesisTimestamp,
    /** 0 while there is nothing but the genesis block. */
    get headNumber() {
      return blocks.length
    },
    get headHash() {
      return blocks.at(-1)?.hash
    },
    hashAt: (number: number) => blocks[number - 1]?.hash,
    read: (number: number) => readBlock(descriptor, blocks[number - 1], number),
    /** Takes back everything above `keep` with its state changes, then adds `blocks`, which must follow on it. */
    append: (keep: number, added: readonly JournalBlock[]) => {
      requireChain(keep, blocks[keep - 1]?.hash, added)
      if (keep < blocks.length) write({ rollbackTo: keep })
      for (const block of added) write({ block })
    },
    /** Changes of the state that the block left, in order. */
    stateChangesAfter: (number: number): readonly StateChange[] => changes.get(number) ?? [],
    /** Adds a change of the state that the newest block left. */
    appendStateChange: ({ method, params }: Omit<StateChange, 'after'>) =>
      write({ stateChange: { after: blocks.length, method, params } }),
    /** Sets a mark for good. */
    mark: (name: string) => {
      if (!marks.has(name)) write({ mark: name })
    },
    isMarked: (name: string) => marks.has(name),
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

function create(file: string, header: JournalHeader): void {
  mkdirSync(dirname(file), { recursive: true })
  // Renamed when it is complete, so that there never is a journal without a header.
  writeFileSync(`${file}.part`, textOf({ header }), { flush: true })
  renameSync(`${file}.part`, file)
}

function load(file: string): { header: JournalHeader; contents: Contents; size: number } {
  const bytes = readFileSync(file)
  const contents: Contents = { header: undefined, blocks: [], changes: new Map(), marks: new Set() }
  let offset = 0
  for (let lineNumber = 1; ; lineNumber += 1) {
    const end = bytes.indexOf(0x0a, offset)
    if (end === -1 && contents.header !== undefined)
      return { header: contents.header, contents, size: offset }
    const line = parseLine(bytes.toString('utf8', offset, Math.max(end, offset)))
    const place = { offset, length: end + 1 - offset }
    if (line === undefined || !applyLine(contents, line, place) || contents.header === undefined)
      throw new StartupError(
        `Cannot rebuild the demo chain as its block journal is damaged at line ${lineNumber} of "${file}": start over with --fresh`,
      )
    offset = end + 1
  }
}

/** @returns false for a block that does not follow on the one before */
function applyLine(contents: Contents, line: JournalLine, place: Place): boolean {
  const { blocks, changes } = contents
  if ('header' in line) contents.header = line.header
  else if ('mark' in line) contents.marks.add(line.mark)
  else if ('stateChange' in line) {
    const { after } = line.stateChange
    changes.set(after, [...(changes.get(after) ?? []), line.stateChange])
  } else if ('rollbackTo' in line) {
    // As in the node: what was changed of the state of the block that is kept stays.
    blocks.length = Math.min(blocks.length, line.rollbackTo)
    for (const after of changes.keys()) if (after > line.rollbackTo) changes.delete(after)
  } else if (line.block.number === blocks.length + 1) blocks.push({ ...place, hash: line.block.hash })
  else return false
  return true
}

function readBlock(descriptor: number, place: Place | undefined, number: number): JournalBlock {
  const bytes = Buffer.alloc(place?.length ?? 0)
  if (place !== undefined) readSync(descriptor, bytes, 0, place.length, place.offset)
  const line = parseLine(bytes.toString('utf8'))
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

function textOf(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`
}

const HexText = Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-f]*$' }))
const Count = Type.Integer({ minimum: 0 })

const Header = Type.Object({ version: Type.Literal(1), chainId: Count, genesisTimestamp: Count })

/** What it takes to mine the block again and to verify it. `timestamp` in seconds since the epoch. */
const Block = Type.Object({
  number: Count,
  hash: HexText,
  parentHash: HexText,
  timestamp: Count,
  baseFeePerGas: HexText,
  /** Signed bytes, in block order. */
  transactions: Type.Array(HexText),
})

/** A request to the node that changed the state after block `after` without a transaction. */
const Change = Type.Object({ after: Count, method: Type.String(), params: Type.Array(Type.Unknown()) })

const Line = Type.Union([
  Type.Object({ block: Block }),
  Type.Object({ stateChange: Change }),
  Type.Object({ rollbackTo: Count }),
  Type.Object({ mark: Type.String() }),
  Type.Object({ header: Header }),
])

type JournalHeader = Static<typeof Header>
export type JournalBlock = Static<typeof Block>
export type StateChange = Static<typeof Change>
type JournalLine = Static<typeof Line>

/** Compiled, as every start checks hundreds of lines. */
const compiledLine = once(() => TypeCompiler.Compile(Line))

/** One line of a block journal; undefined when it is malformed. */
function parseLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return compiledLine().Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
