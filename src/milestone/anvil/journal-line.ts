import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Hex } from 'viem'
import { once } from '../../kernel/runtime/once.ts'

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

export type JournalHeader = Static<typeof Header>
export type JournalBlock = Static<typeof Block>
export type StateChange = Static<typeof Change>
export type JournalLine = Static<typeof Line>

/** Compiled, as every start checks hundreds of lines. */
const compiledLine = once(() => TypeCompiler.Compile(Line))

/** One line of a block journal; undefined when it is malformed. */
export function parseLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return compiledLine().Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
