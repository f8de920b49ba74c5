import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { CachedViews } from '../views/cached-views.ts'
import {
  BundleDetail,
  BundleList,
  bundleDetail,
  bundleList,
  evidenceRoot,
  LeafProof,
  leafProof,
} from '../views/evidence.ts'
import { cursor, hashParameter, limit, looksUp, reads } from '../wire/route-options.ts'
import type { EvidenceStore } from './evidence-store.ts'

interface EvidenceDeps {
  readModel: ReadModel
  evidence: EvidenceStore
  views: CachedViews
}

/** Evidence bundles, their documents and the proofs of their leaves. */
export function evidenceRoutes(routeBase: RouteBase, { readModel, evidence, views }: EvidenceDeps) {
  /** Bundles that this deployment's milestones name: one database may hold those of other chains as well. */
  const bundleHeads = () => {
    const named = new Set(readModel.order.map((milestone) => milestone.evidenceRoot))
    return evidence.heads().filter(({ root }) => named.has(root))
  }
  return new Elysia({ name: 'milestone.evidence', tags: ['milestone'] })
    .use(routeBase)
    .get(
      '/api/indexer',
      (context) => views.cached(context, (now) => bundleList(now, bundleHeads(), context.query)),
      {
        ...reads(BundleList, 'Evidence bundles held here', 'listEvidence'),
        query: t.Object({ limit: limit(50), cursor }),
      },
    )
    .get(
      '/api/indexer/:root',
      async (context) => {
        const bundle = await evidence.read(evidenceRoot(context.params.root))
        return views.uncached(context, bundleDetail(views.snapshot(), bundle))
      },
      {
        ...looksUp(BundleDetail, 'The documents of one bundle, with the leaves of its tree', 'readEvidence'),
        params: t.Object({ root: hashParameter('Merkle root of the bundle') }),
      },
    )
    .get(
      '/api/indexer/:root/proofs/:index',
      async (context) => {
        const bundle = await evidence.read(evidenceRoot(context.params.root))
        return views.uncached(context, leafProof(views.snapshot(), bundle, context.params.index))
      },
      {
        ...looksUp(LeafProof, 'The Merkle proof of one leaf', 'readEvidenceProof'),
        params: t.Object({
          root: hashParameter('Merkle root of the bundle'),
          index: DescribedText({
            type: 'integer',
            minimum: 0,
            description: 'Position of the leaf',
            examples: [0],
          }),
        }),
      },
    )
}
