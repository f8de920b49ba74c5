import { isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { faultNames } from '../chaos/fault.ts'
import { activeFaults } from '../chaos/schemas.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { type MayOperate, newestRuns, type Operators } from '../cycle/operators.ts'
import { verificationRuns } from '../cycle/run-views.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { CachedViews } from '../views/cached-views.ts'
import type { Feed } from '../views/merged-feed.ts'
import { type Operations, operations } from '../views/operations.ts'
import { type RecoveryHistory, recovery } from '../views/recovery.ts'
import type { Snapshot } from '../views/snapshot.ts'
import type { OperationsView } from './operations-page.ts'

/** What the pages of Area C are made from. */
export interface PageDeps {
  readModel: ReadModel
  clock: () => number
  deployment: Deployment
  evidence: Pick<EvidenceStore, 'read' | 'title'>
  pipeline: Feed['pipeline']
  views: Pick<CachedViews, 'snapshot' | 'page'>
  recoveryLog: RecoveryHistory
  health: () => Operations['health']
  operators: Operators
  mayOperate: MayOperate
}

const runsShown = 8

/** What the operations page shows, for the sender of this request. */
export async function operationsView(
  snapshot: Snapshot & Feed,
  request: Request,
  { recoveryLog, health, operators, mayOperate }: PageDeps,
): Promise<OperationsView> {
  const { pipeline } = operators
  const active = pipeline?.chaos.active() ?? []
  const runs = await newestRuns(operators, runsShown).catch((error) => {
    // The page is needed most while something is away.
    if (isDatabaseUnavailable(error)) return []
    throw error
  })
  const [newest] = runs
  return {
    operations: operations(snapshot, {
      health: health(),
      recovery: recoveryLog,
      chaosActive: active.length > 0,
    }),
    recovery: recovery(snapshot, recoveryLog, activeFaults(active), undefined),
    runs: verificationRuns(runs).runs,
    newest: newest?.report,
    faults: {
      types: pipeline === undefined ? [] : faultNames,
      endpoints: pipeline?.endpoints ?? 0,
    },
    operator: await mayOperate(request),
    now: Math.floor(Date.now() / 1000),
  }
}
