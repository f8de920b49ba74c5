import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Hex } from 'viem'

const HexText = Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-f]*$' }))
const Count = Type.Integer({ minimum: 0 })

/** What it takes to mine the block again and to know that it came out the same. `timestamp` in seconds since the epoch. */
const Block = Type.Object({
  number: Count,
  hash: HexText,
  parentHash: HexText,
  timestamp: Count,
  baseFeePerGas: HexText,
  /** Signed bytes, in block order. */
  transactions: Type.Array(HexText),
})

/** What changed the state after block `after` without a transaction, as the node was asked for it. */
const Cheat = Type.Object({ after: Count, method: Type.String(), params: Type.Array(Type.Unknown()) })

const Line = Type.Union([
  Type.Object({ block: Block }),
  Type.Object({ cheat: Cheat }),
  Type.Object({ rollbackTo: Count }),
  Type.Object({ mark: Type.String() }),
  Type.Object({ header: Type.Object({ version: Type.Literal(1), chainId: Count, genesisTimestamp: Count }) }),
])

export type JournalBlock = Static<typeof Block>
export type JournalCheat = Static<typeof Cheat>
export type JournalLine = Static<typeof Line>

/** One line of a block journal; undefined when it is none. */
export function parseLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Line, value) ? value : undefined
  } catch {
    return undefined
  }
}
