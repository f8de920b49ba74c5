import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/docs.ts'
import type { CampaignDeps, CampaignHouse } from '../deps.ts'
import { Receipt } from './receipt.ts'

const OneReceipt = Type.Object({ receipt: Receipt })

/** Provenance receipts. */
export function receiptRoutes(house: CampaignHouse, { receipts }: CampaignDeps) {
  return new Elysia({ name: 'campaign.receipts', prefix: '/api/provenance', tags: ['campaign'] })
    .use(house)
    .get(
      '',
      async ({ query, set }) => {
        set.headers['cache-control'] = 'private, no-store'
        return { receipt: await receipts.read(query.receiptId) }
      },
      {
        access: 'public',
        query: Type.Object(
          { receiptId: Type.String({ minLength: 1, maxLength: 80 }) },
          { additionalProperties: true },
        ),
        response: { 200: OneReceipt, 400: Problem, 404: Problem },
        detail: { summary: 'One receipt by its id', operationId: 'readReceipt' },
      },
    )
    .post(
      '',
      async ({ body, caller, set }) => {
        set.headers['cache-control'] = 'private, no-store'
        return { receipt: await receipts.ofDraft(caller.id, body.draftId) }
      },
      {
        access: 'caller',
        body: Type.Object(
          { draftId: Type.String({ minLength: 1, maxLength: 80 }) },
          { additionalProperties: false },
        ),
        response: { 200: OneReceipt, 400: Problem, 401: Problem, 404: Problem },
        detail: { summary: 'The receipt of a draft of the caller’s', operationId: 'issueReceipt' },
      },
    )
}
