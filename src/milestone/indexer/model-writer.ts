import { type Changes, createChangeLog } from './change-log.ts'
import type { ChainEvent } from './events.ts'
import { comparePositions } from './order.ts'
import { createReadModel, type ReadModel, undoDepthBlocks } from './read-model.ts'
import type { Fold } from './reducers/fold.ts'
import { reduce } from './reducers/reduce.ts'
import type { ActivityEntry, BlockRef } from './state.ts'

/** What one step of following the chain brings: blocks to undo, then blocks to add. */
export interface ChainBatch {
  /** The newest block to keep; undefined undoes nothing. */
  undoTo: BlockRef | undefined
  /** Blocks whose headers are known, oldest first; the last one is the new head. Gaps hold no followed block. */
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

/** The newest event that is in, by which two histories are known to be the same. */
export type EventMark = Pick<ChainEvent, 'blockNumber' | 'logIndex' | 'blockHash'>

/** The only one who changes a read model. Every method is synchronous: readers see all of it or nothing. */
export interface ModelWriter {
  readonly model: ReadModel
  lastEvent(): EventMark | undefined
  /**
   * Takes a batch in and shows it as `revision`.
   * @throws InconsistentEvents when an event cannot follow the ones before it; the model is then of no use
   */
  apply(batch: ChainBatch, revision: number): ModelChange
  /** Applies a batch, lets `look` at the model, and takes everything back. @throws InconsistentEvents as `apply` does */
  rehearse<T>(batch: ChainBatch, look: (model: ReadModel) => T): T
  /** Folds events of a stored history whose head is `head`; `setBlocks` then completes it. */
  load(events: readonly ChainEvent[], head: BlockRef): void
  /** Takes the stored history's newest blocks, the last of which is the head, in place of the model's own. */
  setBlocks(blocks: readonly BlockRef[], revision: number): void
  /** Becomes what `other` is, in place, so that whoever holds the model sees it. */
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

export interface UndoState {
  frames: readonly Frame[]
  lastEvent: EventMark | undefined
}

export function createModelWriter(model: ReadModel = createReadModel()): ModelWriter {
  const changes = createChangeLog()
  const strings = new Map<string, string>()
  const fold: Fold = { model, changes, share: (text) => shared(strings, text) }
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
      // The event itself is not kept: its arguments would stay in memory for nothing.
      const { blockNumber, logIndex, blockHash } = lastEvent
      lastEvent = { blockNumber, logIndex, blockHash }
    }
  }
  const undoTo = (kept: number) => {
    const block = model.blocks.findLastIndex((candidate) => candidate.number === kept)
    if (block === -1) throw new Error(`Cannot undo to block ${kept} as it is not among the newest blocks`)
    for (let frame = frames.at(-1); frame !== undefined && frame.blockNumber > kept; frame = frames.at(-1)) {
      changes.revert(frame.changes)
      lastEvent = frame.before
      frames.pop()
    }
    model.blocks = model.blocks.slice(0, block + 1)
    model.head = model.blocks.at(-1)
  }
  const addBlocks = (blocks: readonly BlockRef[]) => {
    const head = blocks.at(-1)
    if (head === undefined) return
    const oldest = head.number - undoDepthBlocks
    model.blocks = [...model.blocks, ...blocks].filter((block) => block.number >= oldest)
    model.head = head
    frames = frames.filter((frame) => frame.blockNumber > oldest)
  }

  return {
    model,
    lastEvent: () => lastEvent,
    apply: (batch, revision) => {
      const before = model.activity.length
      const kept = batch.undoTo === undefined ? before : countActivityUpTo(model, batch.undoTo.number)
      const retracted = model.activity.slice(kept)
      if (batch.undoTo !== undefined) undoTo(batch.undoTo.number)
      foldEvents(batch.events, batch.blocks.at(-1)?.number ?? 0)
      addBlocks(batch.blocks)
      model.revision = revision
      return {
        revision,
        head: model.head,
        undoneTo: batch.undoTo?.number,
        retracted,
        added: model.activity.slice(kept),
      }
    },
    rehearse: (batch, look) => {
      const rehearsal: Changes = []
      changes.recordInto(rehearsal)
      try {
        for (const frame of frames.toReversed()) {
          if (batch.undoTo !== undefined && frame.blockNumber > batch.undoTo.number)
            changes.revert(frame.changes)
        }
        for (const event of batch.events) reduce(fold, event)
        return look(model)
      } finally {
        changes.recordInto(undefined)
        changes.revert(rehearsal)
      }
    },
    load: (events, head) => foldEvents(events, head.number),
    setBlocks: (blocks, revision) => {
      model.blocks = [...blocks]
      model.head = blocks.at(-1)
      model.revision = revision
    },
    adopt: (other) => {
      const before = model.activity
      const kept = countShared(before, other.model.activity)
      const state = other.undoState()
      Object.assign(model, other.model)
      frames = [...state.frames]
      lastEvent = state.lastEvent
      return {
        revision: model.revision,
        head: model.head,
        undoneTo: undefined,
        retracted: before.slice(kept),
        added: model.activity.slice(kept),
      }
    },
    undoState: () => ({ frames, lastEvent }),
  }
}

function countActivityUpTo(model: ReadModel, blockNumber: number): number {
  return model.activity.findLastIndex((entry) => entry.blockNumber <= blockNumber) + 1
}

/** How many entries two feeds begin with alike. */
function countShared(a: readonly ActivityEntry[], b: readonly ActivityEntry[]): number {
  const differs = a.findIndex((entry, index) => {
    const other = b[index]
    return entry.blockHash !== other?.blockHash || comparePositions(entry, other) !== 0
  })
  return differs === -1 ? a.length : differs
}

/** The one string kept for this text; the type is the text's own. */
function shared<T extends string>(strings: Map<string, string>, text: T): T {
  const known = strings.get(text)
  if (known !== undefined) return known as T
  strings.set(text, text)
  return text
}
