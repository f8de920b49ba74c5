import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { House } from '../../kernel/http/house.ts'
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
import {
  cursor,
  hashParameter,
  limit,
  lookupErrors,
  noQuery,
  publicRead,
  readErrors,
} from '../wire/route-options.ts'
import type { EvidenceStore } from './evidence-store.ts'

interface EvidenceDeps {
  readModel: ReadModel
  evidence: EvidenceStore
  views: CachedViews
}

/** Evidence bundles, their documents and the proofs of their leaves. */
export function evidenceRoutes(house: House, { readModel, evidence, views }: EvidenceDeps) {
  /** Bundles that this deployment's milestones name: one database may hold those of other chains as well. */
  const bundleHeads = () => {
    const named = new Set(readModel.order.map((milestone) => milestone.evidenceRoot))
    return evidence.heads().filter(({ root }) => named.has(root))
  }
  return new Elysia({ name: 'milestone.evidence', tags: ['milestone'] })
    .use(house)
    .get(
      '/api/indexer',
      (context) => views.cached(context, (now) => bundleList(now, bundleHeads(), context.query)),
      {
        ...publicRead,
        query: t.Object({ limit: limit(50), cursor }),
        response: { 200: BundleList, ...readErrors },
        detail: { summary: 'Evidence bundles held here', operationId: 'listEvidence' },
      },
    )
    .get(
      '/api/indexer/:root',
      async (context) => {
        const bundle = await evidence.read(evidenceRoot(context.params.root))
        return views.uncached(context, bundleDetail(views.snapshot(), bundle))
      },
      {
        ...publicRead,
        query: noQuery,
        params: t.Object({ root: hashParameter('Merkle root of the bundle') }),
        response: { 200: BundleDetail, ...lookupErrors },
        detail: {
          summary: 'The documents of one bundle, with the leaves of its tree',
          operationId: 'readEvidence',
        },
      },
    )
    .get(
      '/api/indexer/:root/proofs/:index',
      async (context) => {
        const bundle = await evidence.read(evidenceRoot(context.params.root))
        return views.uncached(context, leafProof(views.snapshot(), bundle, context.params.index))
      },
      {
        ...publicRead,
        query: noQuery,
        params: t.Object({
          root: hashParameter('Merkle root of the bundle'),
          index: DescribedText({
            type: 'integer',
            minimum: 0,
            description: 'Position of the leaf',
            examples: [0],
          }),
        }),
        response: { 200: LeafProof, ...lookupErrors },
        detail: { summary: 'The Merkle proof of one leaf', operationId: 'readEvidenceProof' },
      },
    )
}
