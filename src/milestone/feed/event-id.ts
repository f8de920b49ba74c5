import { milestoneError } from '../errors.ts'
import { countBefore } from '../indexer/order.ts'
import { undoDepthBlocks } from '../indexer/read-model.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import type { Feed } from '../views/merged-feed.ts'

/**
 * A position in the feed: after every chain entry up to `chain` (none if undefined) and every pipeline event up to
 * `seq`.
 */
export interface FeedPosition {
  chain: ActivityEntry | undefined
  seq: number
}

/** A block with an entry of the feed, by its number and the beginning of its hash. */
interface NamedBlock {
  blockNumber: number
  hash: string
}

/** The content of an id, before it is compared with the present chain. */
export interface ParsedEventId {
  chain: (NamedBlock & { logIndex: number }) | undefined
  /** Blocks below that one, newest first. */
  ancestors: readonly NamedBlock[]
  seq: number
}

/** Where an id is in the present feed. */
export type Located =
  | { kind: 'here'; position: FeedPosition }
  /** A reorg has undone what its client received above this block. */
  | { kind: 'undone'; position: FeedPosition; aboveBlock: number }
  /** The feed shares nothing with what its client received, or no longer has what came next. */
  | { kind: 'lost' }

/**
 * Ids also name blocks at about these distances: no reorg is deeper than the last, so one of them is still on the
 * chain.
 */
const ancestorDistances = [1, 2, 4, 8, 16, 32, undoDepthBlocks]
const hashLength = 12

/**
 * Writes a position such as `212.3~17~9c1f03aa~5d2e77a01b9c.1-…`: the last chain entry, the last pipeline event, the
 * deployment, the entry's block hash, and blocks below it by distance and hash. A block hash identifies the whole
 * history up to it, so an id whose block is on the chain determines what its client has.
 */
export function writeEventId(
  { readModel }: Pick<Feed, 'readModel'>,
  deploymentTag: string,
  position: FeedPosition,
): string {
  const { chain, seq } = position
  if (chain === undefined) return `-~${seq}~${deploymentTag}~-`
  const blocks = [shortHash(chain)]
  let lowest = chain
  for (const distance of ancestorDistances) {
    const ancestor = entryUpTo(readModel.activity, chain.blockNumber - distance)
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

/**
 * Undefined for an id of another deployment, such as a demo chain that was replaced.
 * @throws invalid_event_id for a malformed one
 */
export function readEventId(text: string, deploymentTag: string): ParsedEventId | undefined {
  const [whole, block, log, seq, tag, own, rest = ''] = idPattern.exec(text) ?? []
  if (whole === undefined || (block === undefined) !== (own === undefined))
    throw milestoneError('invalid_event_id')
  if (tag !== deploymentTag) return undefined
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

/** Compares an id with the present feed. */
export function locate({ readModel, pipeline }: Feed, id: ParsedEventId | undefined): Located {
  if (id === undefined) return { kind: 'lost' }
  const { chain, ancestors, seq } = id
  if (seq < pipeline.forgottenSeq) return { kind: 'lost' }
  if (chain === undefined) return { kind: 'here', position: { chain: undefined, seq } }
  const entry = readModel.activity[countBefore(readModel.activity, chain, (item) => item)]
  if (entry?.blockNumber === chain.blockNumber && entry.logIndex === chain.logIndex && isIn(entry, chain)) {
    return { kind: 'here', position: { chain: entry, seq } }
  }
  for (const ancestor of ancestors) {
    const last = entryUpTo(readModel.activity, ancestor.blockNumber)
    if (last !== undefined && isIn(last, ancestor)) {
      return { kind: 'undone', position: { chain: last, seq }, aboveBlock: ancestor.blockNumber }
    }
  }
  const lowest = chain.blockNumber - undoDepthBlocks
  // The id names no block that deep, so its client has nothing from below and everything can be retracted.
  const hasNothingBelow = (ancestors.at(-1)?.blockNumber ?? chain.blockNumber) > lowest
  if (!hasNothingBelow) return { kind: 'lost' }
  return { kind: 'undone', position: { chain: undefined, seq }, aboveBlock: Math.max(0, lowest) }
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
