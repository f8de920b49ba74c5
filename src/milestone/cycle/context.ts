import type { Hex, PublicClient } from 'viem'
import type { NodeActions } from '../anvil/anvil.ts'
import type { Chaos, StepWord } from '../chaos/fault.ts'
import type { Deployment } from '../contracts/deployment.ts'
import type { Actors, VerifierKey } from '../demo/actors.ts'
import type { Calls } from '../demo/calls.ts'
import type { EvidenceLeaf } from '../evidence/evidence.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import type { Intent } from '../sender/intents.ts'
import type { Pipeline } from './pipeline.ts'
import type { CyclePlan } from './plan.ts'

/** The services that cycles use. */
export interface CycleContext extends Pick<Pipeline, 'client' | 'sender'> {
  actors: Actors
  calls: Calls
  contracts: Deployment['contracts']
  chaos: Pick<Chaos, 'applies'>
  /** Through the pipeline. */
  reads: PublicClient
  /** Bypasses the pipeline: funding the demo's accounts is not part of a verification. */
  cleanReads: PublicClient
  /** Bypasses the pipeline: for faults of the node itself, and to let time pass on an idle chain. */
  node: NodeActions
  indexer: Indexer
  evidence: EvidenceStore
  fetchLeaves: (root: Hex) => Promise<readonly EvidenceLeaf[] | undefined>
  onNote: (note: Pick<RecoveryEvent, 'event' | 'action' | 'target' | 'outcome'>) => void
  now: () => number
}

/** Updated while the cycle runs. */
export interface CycleProgress {
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** The milestone has an approving final verdict. */
  verified: boolean
  /** Its stake was released. */
  released: boolean
  /** For reports. */
  step: string
  /** The part of the cycle that runs, for faults confined to one. */
  part: StepWord | undefined
  /** Called at the beginning of each step. */
  begin(part: StepWord, name: string): void
}

/** One running cycle. */
export interface Cycle extends CycleContext {
  plan: CyclePlan
  signal: AbortSignal
  progress: CycleProgress
  /** By their step: the calls that an earlier process of this run has stored, which are sent as they are. */
  stored: ReadonlyMap<string, Pick<Intent, 'to' | 'data' | 'value' | 'gas'>>
  /** Verifiers whose vote is on the chain. */
  voted: VerifierKey[]
  /** Blocks of its first and last transaction. */
  firstBlock: number
  lastBlock: number
}

/** Notes what happens to one target. */
export function noteAbout({ onNote }: Pick<CycleContext, 'onNote'>, event: string, target: string) {
  return (action: string, outcome: RecoveryEvent['outcome']) => onNote({ event, action, target, outcome })
}
