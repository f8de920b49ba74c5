import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { hexOf } from '../rpc/shapes.ts'
import type { BlockJournal } from './block-journal.ts'
import { type NodeRpc, NodeRpcError, readHead } from './node-rpc.ts'

/**
 * Saved states of the node, so that a long chain need not be replayed from its first block.
 *
 * A node that loaded a state cannot undo blocks from before it. So a checkpoint is used only when it is far enough
 * behind the head, and the blocks since are replayed: a restarted node can undo as many blocks as a reorg may take.
 */
export interface Checkpoints {
  /** Puts the newest usable state into an empty node. @returns the number of its block, 0 when there is none */
  load(rpc: NodeRpc, journal: BlockJournal): Promise<number>
  /** Deletes the saved states. @returns whether there were any */
  discard(): boolean
  /** Saves the state of the journal's head when enough blocks were journaled since the last time. */
  saveWhenDue(rpc: NodeRpc, journal: BlockJournal): Promise<void>
  /** Saves it now, unless the node has moved on since. */
  save(rpc: NodeRpc, journal: BlockJournal): Promise<void>
}

/** Blocks above a checkpoint before it is used. */
export const undoableBlocks = 128
const keptFiles = 2
/** A state grows with its chain: the longer the chain, the rarer it is saved. */
const savesPerChain = 25
/** Blocks between two attempts to save the state of a chain that grows meanwhile. */
const retryBlocks = 25

export function createCheckpoints(folder: string, everyBlocks: number): Checkpoints {
  let triedAt = 0
  const isOnChain = (journal: BlockJournal) => (saved: Saved) => journal.hashAt(saved.number) === saved.hash
  const save: Checkpoints['save'] = async (rpc, journal) => {
    const { headNumber: number, headHash: hash } = journal
    triedAt = number
    const state = hexOf(await rpc.call('anvil_dumpState', []))
    // The chain may have moved on since the head was journaled; then the next call saves it.
    if (hash === undefined || (await readHead(rpc)).hash !== hash) return
    mkdirSync(folder, { recursive: true })
    const target = join(folder, `state-${number}-${hash}.gz`)
    // One name for all, so that a full disk is not left with a part of each.
    const part = join(folder, 'state.part')
    try {
      writeFileSync(part, Buffer.from(state.slice(2), 'hex'), { flush: true })
      renameSync(part, target)
    } catch (error) {
      rmSync(part, { force: true })
      throw error
    }
    const kept = list(folder).filter(isOnChain(journal)).slice(0, keptFiles)
    for (const { file } of list(folder))
      if (!kept.some((saved) => saved.file === file)) rmSync(join(folder, file), { force: true })
  }
  return {
    discard: () => {
      const files = list(folder)
      for (const { file } of files) rmSync(join(folder, file), { force: true })
      return files.length > 0
    },
    load: async (rpc, journal) => {
      for (const { file, number, hash } of list(folder)) {
        if (number > journal.headNumber - undoableBlocks) continue
        if (journal.hashAt(number) === hash && (await isLoaded(rpc, join(folder, file), hash))) return number
        rmSync(join(folder, file), { force: true })
        // What a refused state left in the node is unknown.
        if ((await readHead(rpc)).number !== 0)
          throw new Error(`the saved state "${file}" is not of its block`)
      }
      return 0
    },
    save,
    saveWhenDue: async (rpc, journal) => {
      const { headNumber: number } = journal
      const last = list(folder).find(isOnChain(journal))?.number ?? 0
      const due = last + Math.max(everyBlocks, number / savesPerChain)
      if (number >= due && Math.abs(number - triedAt) >= retryBlocks) await save(rpc, journal)
    },
  }
}

async function isLoaded(rpc: NodeRpc, path: string, hash: Hex): Promise<boolean> {
  try {
    await rpc.call('anvil_loadState', [`0x${readFileSync(path, 'hex')}`])
  } catch (error) {
    // A node that ends meanwhile says nothing about the state.
    if (error instanceof NodeRpcError) return false
    throw error
  }
  return (await readHead(rpc)).hash === hash
}

interface Saved {
  file: string
  number: number
  hash: Hex
}

/** Newest first. */
function list(folder: string): Saved[] {
  return (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((file) => {
      const [, number, hash] = /^state-(\d+)-(0x[0-9a-f]{64})\.gz$/.exec(file) ?? []
      return number === undefined || hash === undefined
        ? []
        : [{ file, number: Number(number), hash: hexOf(hash) }]
    })
    .sort((a, b) => b.number - a.number)
}
