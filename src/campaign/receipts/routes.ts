import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Elysia, t } from 'elysia'
import { jsonBytesMax } from '../../kernel/http/bounded-body.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { Exactly } from '../../kernel/http/schema-parts.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignError } from '../errors.ts'
import { forAnyCaller, forCallers, forEveryone, problems } from '../route-options.ts'
import { Approval, Receipt } from './receipt.ts'
import type { Receipts } from './receipts.ts'
import { Verification } from './verify-receipt.ts'

const OneReceipt = Type.Object({ receipt: Receipt, approval: Type.Optional(Approval) })
const receiptId = Type.String({ minLength: 1, maxLength: 80 })

/** Provenance receipts. */
export function receiptRoutes(
  routeBase: RouteBase,
  { receipts, verifyReceipt, remoteImages, urls }: CampaignDeps,
) {
  return new Elysia({ name: 'campaign.receipts', prefix: '/api/provenance', tags: ['campaign'] })
    .use(routeBase)
    .get(
      '',
      async ({ query }) => {
        return await withApproval(receipts, await receipts.read(query.receiptId))
      },
      {
        ...forEveryone,
        query: Type.Object({ receiptId }),
        response: { 200: OneReceipt, ...problems(400, 404, 429) },
        detail: { summary: 'One receipt by its id', operationId: 'readReceipt' },
      },
    )
    .post(
      '',
      async ({ body, caller }) => {
        return await withApproval(receipts, await receipts.ofDraft(caller.id, body.draftId))
      },
      {
        ...forCallers,
        body: Exactly({ draftId: Type.String({ minLength: 1, maxLength: 80 }) }),
        response: { 200: OneReceipt, ...problems(400, 401, 404, 429) },
        detail: { summary: 'The receipt of one of the caller’s drafts', operationId: 'issueReceipt' },
      },
    )
    .post(
      '/verify',
      async ({ body, caller, request }) => {
        const { asset } = body
        const work = { caller: caller.id }
        if (
          typeof asset === 'string' &&
          caller.isUnknown === true &&
          !asset.startsWith(`${urls.agent}/assets/`)
        )
          throw campaignError('key_required_for_url')
        return await verifyReceipt({
          presented: await presentedOf(body, receipts),
          readAsset:
            asset === undefined
              ? undefined
              : async (signal, use) =>
                  typeof asset === 'string'
                    ? await remoteImages.read(asset, { work, signal }, use)
                    : await use(await asset.bytes()),
          reproduce: String(body.reproduce) === 'true',
          work,
          signal: request.signal,
        })
      },
      {
        ...forAnyCaller,
        quota: 'agent',
        quietSecondsMax: 120,
        body: t.Object(
          {
            receiptId: t.Optional(receiptId),
            receipt: t.Optional(
              t.Union([t.Record(t.String(), t.Unknown()), t.String({ maxLength: jsonBytesMax })], {
                description: 'A receipt as received; in a form, its JSON text.',
              }),
            ),
            asset: t.Optional(
              t.Union([t.String({ minLength: 1, maxLength: 2_048 }), t.File()], {
                description: 'The URL of an image; in a form, the file itself.',
              }),
            ),
            reproduce: t.Optional(
              t.Union([t.Boolean(), t.Literal('true'), t.Literal('false')], {
                description: 'Render the assets again from `spec` and compare their pixels.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Verification,
          ...problems(400, 401, 404, 413, 415, 422, 429, 502, 503),
        },
        detail: {
          summary: 'Whether a receipt is genuine, and whether a file is one of its assets',
          description:
            'Takes `receiptId` or a whole `receipt`, with an `asset` on demand: its URL, or a file in multipart/form-data. URLs of other services need a caller key. `reproduce` is possible for procedural scenes of the same version.',
          operationId: 'verifyReceipt',
        },
      },
    )
}

async function withApproval(receipts: Receipts, receipt: Receipt): Promise<typeof OneReceipt.static> {
  const approval = await receipts.approvalOf(receipt.receiptId)
  return { receipt, ...(approval && { approval }) }
}

async function presentedOf(
  body: { receiptId?: string; receipt?: Record<string, unknown> | string },
  receipts: Receipts,
): Promise<Readonly<Record<string, unknown>>> {
  const { receiptId, receipt } = body
  if (receiptId !== undefined && receipt === undefined) return { ...(await receipts.read(receiptId)) }
  if (receipt === undefined || receiptId !== undefined) throw campaignError('receipt_missing')
  return typeof receipt === 'string' ? parseReceipt(receipt) : receipt
}

function parseReceipt(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)
  if (Value.Check(Type.Record(Type.String(), Type.Unknown()), value)) return value
  throw campaignError('receipt_malformed')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
