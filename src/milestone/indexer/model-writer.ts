import { type Changes, createChangeLog } from './change-log.ts'
import type { ChainEvent } from './events.ts'
import { comparePositions } from './order.ts'
import { createReadModel, type ReadModel, undoDepthBlocks } from './read-model.ts'
import type { Fold } from './reducers/fold.ts'
import { reduce } from './reducers/reduce.ts'
import type { ActivityEntry, BlockRef } from './state.ts'

/** One step of following the chain: blocks to undo, then blocks to add. */
export interface ChainBatch {
  /** The newest block to keep; undefined undoes nothing. */
  undoTo: BlockRef | undefined
  /** Blocks whose headers were read, oldest first; the last one is the new head. */
  blocks: readonly BlockRef[]
  /** All events above the kept block up to the new head, in chain order. */
  events: readonly ChainEvent[]
}

/** What became visible by one step. */
export interface ModelChange {
  revision: number
  head: BlockRef | undefined
  /** Set when blocks were undone: the newest block that was kept. */
  undoneTo: number | undefined
  /** Feed entries that are no longer true, oldest first. */
  retracted: readonly ActivityEntry[]
  /** New feed entries, oldest first. */
  added: readonly ActivityEntry[]
}

/** The newest event of a history, by which it is compared with another. */
export type EventMark = Pick<ChainEvent, 'blockNumber' | 'logIndex' | 'blockHash'>

/** The only writer of a read model. Every method is synchronous: readers see all of a change or nothing. */
export interface ModelWriter {
  readonly readModel: ReadModel
  lastEvent(): EventMark | undefined
  /**
   * Applies a batch and makes it visible as `revision`.
   * @throws InconsistentEvents when an event cannot follow the ones before it; the model is unusable then
   */
  apply(batch: ChainBatch, revision: number): ModelChange
  /** Applies a batch, calls `read` with the model, and reverts everything. @throws InconsistentEvents as `apply` does */
  rehearse<T>(batch: ChainBatch, read: (readModel: ReadModel) => T): T
  /** Folds events of a stored history whose head is `head`; `setBlocks` then completes it. */
  load(events: readonly ChainEvent[], head: BlockRef): void
  /** Takes the stored history's newest blocks, the last of which is the head, in place of the model's own. */
  setBlocks(blocks: readonly BlockRef[], revision: number): void
  /** Takes over the state of `other` in place, so that every reference to the model stays valid. */
  adopt(other: ModelWriter): ModelChange
  /** What can be undone, for `adopt`. */
  undoState(): UndoState
}

/** One block's changes, and the newest event before them. */
interface Frame {
  blockNumber: number
  changes: Changes
  before: EventMark | undefined
}

interface UndoState {
  frames: readonly Frame[]
  lastEvent: EventMark | undefined
}

export function createModelWriter(readModel: ReadModel = createReadModel()): ModelWriter {
  const changes = createChangeLog()
  const strings = new Map<string, string>()
  const fold: Fold = { readModel, changes, share: (text) => shared(strings, text) }
  let frames: Frame[] = []
  let lastEvent: EventMark | undefined

  const frameFor = (blockNumber: number): Frame => {
    const newest = frames.at(-1)
    if (newest?.blockNumber === blockNumber) return newest
    const frame: Frame = { blockNumber, changes: [], before: lastEvent }
    frames.push(frame)
    return frame
  }
  const foldEvents = (events: readonly ChainEvent[], headNumber: number) => {
    for (const event of events) {
      const undoable = event.blockNumber > headNumber - undoDepthBlocks
      changes.recordInto(undoable ? frameFor(event.blockNumber).changes : undefined)
      reduce(fold, event)
      lastEvent = event
    }
    changes.recordInto(undefined)
    if (lastEvent !== undefined) {
      // Without its arguments, which nothing reads.
      const { blockNumber, logIndex, blockHash } = lastEvent
      lastEvent = { blockNumber, logIndex, blockHash }
    }
  }
  const undoTo = (kept: number) => {
    const block = readModel.blocks.findLastIndex((candidate) => candidate.number === kept)
    if (block === -1) throw new Error(`Cannot undo to block ${kept} as it is not among the newest blocks`)
    for (let frame = frames.at(-1); frame !== undefined && frame.blockNumber > kept; frame = frames.at(-1)) {
      changes.revert(frame.changes)
      lastEvent = frame.before
      frames.pop()
    }
    readModel.blocks = readModel.blocks.slice(0, block + 1)
    readModel.head = readModel.blocks.at(-1)
  }
  const addBlocks = (blocks: readonly BlockRef[]) => {
    const head = blocks.at(-1)
    if (head === undefined) return
    const oldest = head.number - undoDepthBlocks
    readModel.blocks = [...readModel.blocks, ...blocks].filter((block) => block.number >= oldest)
    readModel.head = head
    frames = frames.filter((frame) => frame.blockNumber > oldest)
  }

  return {
    readModel,
    lastEvent: () => lastEvent,
    apply: (batch, revision) => {
      const before = readModel.activity.length
      const kept = batch.undoTo === undefined ? before : countActivityUpTo(readModel, batch.undoTo.number)
      const retracted = readModel.activity.slice(kept)
      if (batch.undoTo !== undefined) undoTo(batch.undoTo.number)
      foldEvents(batch.events, batch.blocks.at(-1)?.number ?? 0)
      addBlocks(batch.blocks)
      readModel.revision = revision
      return {
        revision,
        head: readModel.head,
        undoneTo: batch.undoTo?.number,
        retracted,
        added: readModel.activity.slice(kept),
      }
    },
    rehearse: (batch, read) => {
      const rehearsal: Changes = []
      changes.recordInto(rehearsal)
      try {
        for (const frame of frames.toReversed()) {
          if (batch.undoTo !== undefined && frame.blockNumber > batch.undoTo.number)
            changes.revert(frame.changes)
        }
        for (const event of batch.events) reduce(fold, event)
        return read(readModel)
      } finally {
        changes.recordInto(undefined)
        changes.revert(rehearsal)
      }
    },
    load: (events, head) => foldEvents(events, head.number),
    setBlocks: (blocks, revision) => {
      readModel.blocks = [...blocks]
      readModel.head = blocks.at(-1)
      readModel.revision = revision
    },
    adopt: (other) => {
      const before = readModel.activity
      const kept = countShared(before, other.readModel.activity)
      const state = other.undoState()
      Object.assign(readModel, other.readModel)
      frames = [...state.frames]
      lastEvent = state.lastEvent
      return {
        revision: readModel.revision,
        head: readModel.head,
        undoneTo: undefined,
        retracted: before.slice(kept),
        added: readModel.activity.slice(kept),
      }
    },
    undoState: () => ({ frames, lastEvent }),
  }
}

function countActivityUpTo(readModel: ReadModel, blockNumber: number): number {
  return readModel.activity.findLastIndex((entry) => entry.blockNumber <= blockNumber) + 1
}

/** How many leading entries two feeds share. */
function countShared(a: readonly ActivityEntry[], b: readonly ActivityEntry[]): number {
  const differs = a.findIndex((entry, index) => {
    const other = b[index]
    return entry.blockHash !== other?.blockHash || comparePositions(entry, other) !== 0
  })
  return differs === -1 ? a.length : differs
}

/** One string object per text; the type is the text's own. */
function shared<T extends string>(strings: Map<string, string>, text: T): T {
  const known = strings.get(text)
  if (known !== undefined) return known as T
  strings.set(text, text)
  return text
}
