import { type Address, createPublicClient, custom, getAddress, type Hex, type PublicClient } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import type { NodeActions } from '../anvil/anvil.ts'
import type { Chaos } from '../chaos/fault.ts'
import { milestoneEscrowAbi, verifierRegistryAbi } from '../contracts/abi.ts'
import type { Deployment } from '../contracts/deployment.ts'
import type { Actors } from '../demo/actors.ts'
import { createCalls } from '../demo/calls.ts'
import type { EvidenceLeaf } from '../evidence/evidence.ts'
import type { EvidenceLibrary } from '../evidence/evidence-store.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { Exchange } from '../rpc/rpc.ts'
import { TransactionReverted } from '../sender/errors.ts'
import { untilModelAt } from './check-run.ts'
import type { CycleDeps } from './deps.ts'
import { untilEndpointsAgree } from './endpoints-agree.ts'
import { leftoversOf } from './leftovers.ts'
import type { Pipeline } from './pipeline.ts'
import { createFunds } from './top-up.ts'
import { votersInLogs } from './voters-in-logs.ts'

export interface CycleDepsOptions {
  pipeline: Pipeline
  deployment: Deployment
  endpoints: readonly string[]
  actors: Actors
  actions: NodeActions
  chaos: Chaos
  exchange: Exchange
  indexer: Indexer
  evidence: EvidenceLibrary
  fetchLeaves: (root: Hex) => Promise<readonly EvidenceLeaf[] | undefined>
  onNote: CycleDeps['onNote']
  now: () => number
}

/** Connects the steps of a cycle to the pipeline, the demo node and the read model. */
export function createCycleDeps(options: CycleDepsOptions): CycleDeps {
  const { pipeline, deployment, endpoints, actors, actions, chaos, exchange, indexer, now } = options
  const { client, sender, clean } = pipeline
  const { contracts } = deployment
  const calls = createCalls(contracts)
  const reads = createPublicClient({ transport: custom(client, { retryCount: 0 }), cacheTime: 0 })
  const cleanReads = createPublicClient({ transport: custom(clean, { retryCount: 0 }) })
  return {
    actors,
    calls,
    chaos,
    send: async ({ call, ...order }) => {
      if (call.to === undefined) throw new Error(`Cannot send ${call.title} as it must have a recipient`)
      return await sender.send({ ...order, to: call.to, data: call.data, value: call.value, gas: call.gas })
    },
    isRefusal: (error) => error instanceof TransactionReverted && error.hash === undefined,
    confirm: async (runId, signal) => {
      await sender.confirm({ runId, signal })
    },
    readMilestone: (id, signal) => readMilestone(reads, contracts.MilestoneEscrow, id, signal),
    totalBondedAt: (timestamp, signal) => totalBondedAt(reads, contracts.VerifierRegistry, timestamp, signal),
    leftovers: () => leftoversOf(indexer.readModel, calls),
    votersInLogs: (id, fromBlock, signal) =>
      votersInLogs(client, contracts.MilestoneEscrow, id, fromBlock, signal),
    chainTime: async () => Number((await reads.getBlock({ blockTag: 'latest' })).timestamp),
    node: {
      ...actions,
      reorg: async (depth) => {
        await actions.reorg(depth)
        // The fault is a reorg of the chain, not of one node: every answering node must show it.
        await untilEndpointsAgree(endpoints, exchange, now)
        client.reportReorg({ depth })
      },
    },
    funds: createFunds(cleanReads, contracts),
    publishEvidence: (bundle) => options.evidence.save(bundle),
    fetchLeaves: options.fetchLeaves,
    figuresAt: async (blockNumber, builder, signal) => {
      await untilModelAt(indexer, blockNumber, signal)
      return indexer.readModel.builders.get(getAddress(builder))
    },
    onNote: options.onNote,
    sleep: pause,
    now,
  }
}

async function readMilestone(reads: PublicClient, address: Address, id: Hex, signal: AbortSignal) {
  signal.throwIfAborted()
  return await reads.readContract({
    address,
    abi: milestoneEscrowAbi,
    functionName: 'milestone',
    args: [id],
  })
}

async function totalBondedAt(reads: PublicClient, address: Address, timestamp: number, signal: AbortSignal) {
  signal.throwIfAborted()
  return await reads.readContract({
    address,
    abi: verifierRegistryAbi,
    functionName: 'totalBondedAt',
    args: [timestamp],
  })
}
