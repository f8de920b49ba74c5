import type { Draft, DraftAsset, DraftSummary, Pin } from '../../drafts/draft.ts'
import type { DecisionVerb } from '../../drafts/review.ts'

/** Reason of a failed request. */
export interface Failure {
  /** 0 when there was no response. */
  status: number
  /** The `error` of the problem, such as `already_decided`. */
  code: string
  detail: string
  retryAfterSeconds?: number
}

export type Answer<Body> = { body: Body } | { failure: Failure }

/** A public key of the service that signs receipts. */
export interface ReceiptKey {
  kid?: string
  kty?: string
  crv?: string
  x?: string
}

/** A receipt as far as the studio reads it; everything in it is signed. */
export interface ShownReceipt {
  receiptId: string
  specHash: string
  assetHash: string
  assets: { format: string; variant?: number; byteSha256: string; pixelSha256: string }[]
  spec: { kit: { id: string; version: number }; seed: number }
  signature: string
}

/** What a reviewer changes; an empty text removes its part. */
export interface RevisionRequest {
  by: string
  assetHash: string
  text?: Readonly<Record<string, string>>
  layout?: string
  placement?: string
}

/** The part of the agent's API that the studio uses. */
export interface StudioApi {
  draft(id: string): Promise<Answer<{ draft: Draft }>>
  decide(
    id: string,
    decision: { decision: DecisionVerb; assetHash: string; by: string; note?: string; variant?: number },
  ): Promise<Answer<{ draft: Draft }>>
  pin(id: string, pin: Omit<Pin, 'number' | 'createdAt'>): Promise<Answer<{ draft: Draft }>>
  unpin(id: string, number: number): Promise<Answer<{ draft: Draft }>>
  /** Answers the revision. */
  revise(id: string, changes: RevisionRequest): Promise<Answer<{ draft: Draft }>>
  /** All files of a draft as ZIP, or one asset as JPEG. */
  file(id: string, asset?: Pick<DraftAsset, 'format' | 'variant'>): Promise<Answer<Blob>>
  drafts(cursor: string | undefined): Promise<Answer<{ drafts: DraftSummary[]; next: string | null }>>
  receipt(id: string): Promise<Answer<{ receipt: ShownReceipt }>>
  receiptKeys(): Promise<Answer<{ keys: ReceiptKey[] }>>
  /** The server's verification of a receipt. */
  verify(receiptId: string): Promise<Answer<{ verified: boolean }>>
}

/**
 * @param agent URL of the agent, without a slash at its end
 * @param credential a review token or a caller key; sent with requests about drafts alone
 */
export function createStudioApi({
  agent,
  credential,
  fetch,
}: {
  agent: string
  credential: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}): StudioApi {
  const ask = async <Body>(
    path: string,
    init: RequestInit = {},
    read = (response: Response): Promise<Body> => response.json(),
  ): Promise<Answer<Body>> => {
    try {
      const response = await fetch(`${agent}${path}`, { credentials: 'omit', cache: 'no-store', ...init })
      if (!response.ok) return { failure: await failureOf(response) }
      return { body: await read(response) }
    } catch {
      return { failure: { status: 0, code: 'unreachable', detail: 'Cannot reach the server' } }
    }
  }
  const authorization: Record<string, string> =
    credential === '' ? {} : { authorization: `Bearer ${credential}` }
  const sendJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    draft: (id) => ask(pathOf(id), { headers: authorization }),
    decide: (id, decision) => ask(`${pathOf(id)}/decision`, sendJson(decision, authorization)),
    pin: (id, pin) => ask(`${pathOf(id)}/pins`, sendJson(pin, authorization)),
    unpin: (id, number) => ask(`${pathOf(id)}/pins/${number}`, { method: 'DELETE', headers: authorization }),
    revise: (id, changes) => ask(`${pathOf(id)}/revisions`, sendJson(changes, authorization)),
    file: (id, asset) =>
      ask(`${pathOf(id)}/${fileOf(asset)}`, { headers: authorization }, (response) => response.blob()),
    drafts: (cursor) =>
      ask(`/api/drafts?limit=24${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, {
        headers: authorization,
      }),
    receipt: (id) => ask(`/api/provenance?receiptId=${encodeURIComponent(id)}`),
    receiptKeys: () => ask('/.well-known/jwks.json'),
    verify: (receiptId) => ask('/api/provenance/verify', sendJson({ receiptId })),
  }
}

function pathOf(draftId: string): string {
  return `/api/drafts/${encodeURIComponent(draftId)}`
}

function fileOf(asset: Pick<DraftAsset, 'format' | 'variant'> | undefined): string {
  if (asset === undefined) return 'files'
  const { format, variant } = asset
  return `jpeg?format=${format}${variant === undefined ? '' : `&variant=${variant}`}`
}

async function failureOf(response: Response): Promise<Failure> {
  const problem: { error?: unknown; detail?: unknown } = await response.json().catch(() => ({}))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    code: typeof problem.error === 'string' ? problem.error : 'unknown',
    detail:
      typeof problem.detail === 'string' ? problem.detail : `The server answered with ${response.status}`,
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  }
}
