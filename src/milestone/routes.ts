import { Elysia } from 'elysia'
import type { CachedResponse } from '../kernel/http/cached-responses.ts'
import type { RouteBase } from '../kernel/http/route-base.ts'
import type { HomePart } from '../kernel/web/home-part.ts'
import { chaosRoutes } from './chaos/routes.ts'
import type { MayOperate, Operators } from './cycle/operators.ts'
import { cycleRoutes } from './cycle/routes.ts'
import type { EvidenceStore } from './evidence/evidence-store.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { type FeedDeps, feedRoutes } from './feed/routes.ts'
import type { ReadModel } from './indexer/read-model.ts'
import { milestoneHomePart, milestoneHomePartWithoutBlock } from './pages/home-part.ts'
import { pageRoutes } from './pages/routes.ts'
import { createCachedViews } from './views/cached-views.ts'
import { type ViewDeps, viewRoutes } from './views/routes.ts'

/** What the routes of Area C are made from. */
export interface MilestoneDeps
  extends Omit<ViewDeps, 'chaos' | 'views' | 'evidence'>,
    Omit<FeedDeps, 'views'> {
  readModel: ReadModel
  /** Seconds since the epoch; the block that takes a transaction sent now is not older. */
  clock: () => number
  /** Whether the model may be behind the chain, and why it is empty while it is. */
  freshness: () => { stale: boolean; reason: string }
  evidence: EvidenceStore
  operators: Operators
  mayOperate: MayOperate
}

/** A milestone, a bundle and a name that exist, for examples of requests. */
function examplesOf({ order, names }: ReadModel, evidence: EvidenceStore) {
  const held = order.findLast(({ evidenceRoot }) => evidenceRoot !== undefined && evidence.has(evidenceRoot))
  const milestone = held ?? order.at(-1)
  if (milestone === undefined) return undefined
  return {
    milestone: milestone.hash,
    root: held?.evidenceRoot,
    name: names.primaryByAddress.get(milestone.builder),
  }
}

/** Area C: public reads, answered from memory without the chain, and what operators do to the demo pipeline. */
export function milestoneRoutes(routeBase: RouteBase, deps: MilestoneDeps) {
  const { readModel, deployment, evidence, recoveryLog, pipeline, freshness, clock, operators } = deps
  const chaos = operators.pipeline?.chaos
  const views = createCachedViews({
    readModel,
    deployment,
    freshness,
    clock,
    revisions: [
      () => Number(deps.policy() !== undefined),
      () => recoveryLog.revision,
      () => chaos?.revision ?? 0,
      () => pipeline.revision,
      () => evidence.revision,
    ],
  })
  const routes = new Elysia({ name: 'milestone', normalize: false })
    .use(viewRoutes(routeBase, { ...deps, chaos, views }))
    .use(feedRoutes(routeBase, { ...deps, views }))
    .use(evidenceRoutes(routeBase, { readModel, evidence, views }))
    .use(chaosRoutes(routeBase, operators, deps.mayOperate))
    .use(cycleRoutes(routeBase, operators))
    .use(pageRoutes(routeBase, { ...deps, views }))
  return {
    routes,
    findCached: (address: string): CachedResponse | undefined => views.find(address),
    examples: () => examplesOf(readModel, evidence),
    homePart: (): HomePart =>
      readModel.head === undefined
        ? milestoneHomePartWithoutBlock()
        : milestoneHomePart(
            { ...views.snapshot(), pipeline },
            { history: recoveryLog, runsCycles: operators.pipeline !== undefined },
          ),
  }
}
