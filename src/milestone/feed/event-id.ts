import { InvalidEventId } from '../errors.ts'
import { countBefore } from '../indexer/order.ts'
import { undoDepthBlocks } from '../indexer/read-model.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import type { Feed } from '../views/merged-feed.ts'

/**
 * How far a reader of the stream has come: it holds every chain entry up to `chain` (none if undefined) and every
 * pipeline event up to `seq`, and nothing else.
 */
export interface FeedMark {
  chain: ActivityEntry | undefined
  seq: number
}

/** A block that holds an entry of the feed, by its number and the beginning of its hash. */
interface NamedBlock {
  blockNumber: number
  hash: string
}

/** What an id says, before it is compared with the chain as it is now. */
export interface NamedMark {
  chain: (NamedBlock & { logIndex: number }) | undefined
  /** Blocks below that one, newest first. */
  ancestors: readonly NamedBlock[]
  seq: number
}

/** Where a reader stands in the feed as it is now. */
export type Located =
  | { kind: 'here'; mark: FeedMark }
  /** A reorg has undone what it saw above this block. */
  | { kind: 'undone'; mark: FeedMark; aboveBlock: number }
  /** The feed shares nothing with what it saw, or no longer holds what came next. */
  | { kind: 'lost' }

/** Blocks at about these distances are named as well; as no reorg is deeper than the last, one of them still stands. */
const ancestorDistances = [1, 2, 4, 8, 16, 32, undoDepthBlocks]
const hashLength = 12

/**
 * Writes a place of the feed such as `212.3~17~9c1f03aa~5d2e77a01b9c.1-…`: the last chain entry, the last pipeline
 * event, the deployment, the entry's block hash, and blocks below it by distance and hash. A block hash stands for the
 * whole history up to it, so an id whose block is on the chain says exactly what its reader has.
 */
export function writeEventId({ model }: Pick<Feed, 'model'>, deploymentTag: string, mark: FeedMark): string {
  const { chain, seq } = mark
  if (chain === undefined) return `-~${seq}~${deploymentTag}~-`
  const blocks = [shortHash(chain)]
  let lowest = chain
  for (const distance of ancestorDistances) {
    const ancestor = entryUpTo(model.activity, chain.blockNumber - distance)
    if (ancestor === undefined) break
    if (ancestor.blockNumber === lowest.blockNumber) continue
    lowest = ancestor
    blocks.push(`${chain.blockNumber - ancestor.blockNumber}-${shortHash(ancestor)}`)
  }
  return `${chain.blockNumber}.${chain.logIndex}~${seq}~${deploymentTag}~${blocks.join('.')}`
}

const number = '(0|[1-9]\\d{0,14})'
const hash = `[0-9a-f]{${hashLength}}`
const idPattern = new RegExp(
  `^(?:${number}\\.${number}|-)~${number}~([0-9a-f]{8})~(?:(${hash})((?:\\.[1-9]\\d{0,14}-${hash}){0,${ancestorDistances.length}})|-)$`,
)

/** @throws InvalidEventId for what is no id of this deployment's stream */
export function readEventId(text: string, deploymentTag: string): NamedMark {
  const [whole, block, log, seq, tag, own, rest = ''] = idPattern.exec(text) ?? []
  if (whole === undefined || (block === undefined) !== (own === undefined))
    throw new InvalidEventId('malformed')
  if (tag !== deploymentTag) throw new InvalidEventId('unknown')
  if (own === undefined) return { chain: undefined, ancestors: [], seq: Number(seq) }
  const blockNumber = Number(block)
  const ancestors = rest
    .split('.')
    .slice(1)
    .map((part) => {
      const [distance = '', hash = ''] = part.split('-')
      return { blockNumber: blockNumber - Number(distance), hash }
    })
  return { chain: { blockNumber, logIndex: Number(log), hash: own }, ancestors, seq: Number(seq) }
}

/** Compares what an id says with the feed as it is now. */
export function locate({ model, pipeline }: Feed, { chain, ancestors, seq }: NamedMark): Located {
  if (seq < pipeline.forgottenSeq) return { kind: 'lost' }
  if (chain === undefined) return { kind: 'here', mark: { chain: undefined, seq } }
  const entry = model.activity[countBefore(model.activity, chain, (item) => item)]
  if (entry?.blockNumber === chain.blockNumber && entry.logIndex === chain.logIndex && isIn(entry, chain)) {
    return { kind: 'here', mark: { chain: entry, seq } }
  }
  for (const ancestor of ancestors) {
    const last = entryUpTo(model.activity, ancestor.blockNumber)
    if (last !== undefined && isIn(last, ancestor)) {
      return { kind: 'undone', mark: { chain: last, seq }, aboveBlock: ancestor.blockNumber }
    }
  }
  const lowest = chain.blockNumber - undoDepthBlocks
  // No block that deep was named: its reader has nothing from down there, so all it has can be taken back.
  const hasNothingBelow = (ancestors.at(-1)?.blockNumber ?? chain.blockNumber) > lowest
  if (!hasNothingBelow) return { kind: 'lost' }
  return { kind: 'undone', mark: { chain: undefined, seq }, aboveBlock: Math.max(0, lowest) }
}

/** The newest entry of the blocks up to this one. */
export function entryUpTo(
  activity: readonly ActivityEntry[],
  blockNumber: number,
): ActivityEntry | undefined {
  return activity[countBefore(activity, { blockNumber: blockNumber + 1, logIndex: 0 }, (item) => item) - 1]
}

function isIn(entry: ActivityEntry, block: NamedBlock): boolean {
  return entry.blockNumber === block.blockNumber && shortHash(entry) === block.hash
}

function shortHash({ blockHash }: ActivityEntry): string {
  return blockHash.slice(2, 2 + hashLength)
}
