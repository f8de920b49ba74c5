import type { Deployment } from '../contracts/deployment.ts'
import type { MayOperate, Operators } from '../cycle/operators.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { CachedViews } from '../views/cached-views.ts'
import type { Feed } from '../views/merged-feed.ts'
import type { Operations } from '../views/operations.ts'
import type { RecoveryHistory } from '../views/recovery.ts'

/** What the pages of Area C are made from. */
export interface PageDeps {
  readModel: ReadModel
  deployment: Deployment
  evidence: Pick<EvidenceStore, 'read' | 'title'>
  pipeline: Feed['pipeline']
  views: Pick<CachedViews, 'snapshot' | 'page'>
  recoveryLog: RecoveryHistory
  health: () => Operations['health']
  operators: Operators
  mayOperate: MayOperate
}
