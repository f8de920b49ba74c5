import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { hasEtag } from '../../kernel/http/cached-responses.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import type { CampaignDeps } from '../deps.ts'
import { type Capability, capabilities } from '../requests/request.ts'
import { a2aMembers, capabilityCard } from './card.ts'

const Document = Type.Record(Type.String(), Type.Unknown())

/** Discovery documents; readable from every origin. */
export function discoveryRoutes(routeBase: RouteBase, { urls, payments, receiptKeys }: CampaignDeps) {
  const cardOf = (capability: Capability) => capabilityCard(capability, urls, payments)
  const kitCard = staticJson({ ...cardOf('1.5.0'), ...a2aMembers(urls) })
  const plainCard = staticJson(cardOf('1.3.0'))
  const keys = async ({ request }: { request: Request }) =>
    staticJson({ keys: await receiptKeys.list() })({ request })
  const options = (summary: string, operationId: string) =>
    ({
      access: 'public',
      cors: 'any',
      response: { 200: Document },
      detail: { summary, operationId },
    }) as const
  const old = capabilities['1.3.0'].prefix
  return new Elysia({ name: 'campaign.discovery', tags: ['campaign'] })
    .use(routeBase)
    .get('/.well-known/agent.json', kitCard, options('The capability card of version 1.5.0', 'readCard'))
    .get('/api/agent', kitCard, options('The capability card of version 1.5.0', 'readAgent'))
    .get(
      `${old}/.well-known/agent.json`,
      plainCard,
      options('The capability card of version 1.3.0', 'readCard13'),
    )
    .get(`${old}/api/agent`, plainCard, options('The capability card of version 1.3.0', 'readAgent13'))
    .get(
      '/.well-known/agent-card.json',
      kitCard,
      options('The same card, at the address of A2A', 'readAgentCard'),
    )
    .get('/.well-known/jwks.json', keys, options('The keys that sign receipts', 'readReceiptKeys'))
}

/** A handler that serves one document with an ETag. */
function staticJson(document: unknown): (context: { request: Request }) => Response {
  const body = JSON.stringify(document)
  const etag = `"${new Bun.CryptoHasher('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': 'public, max-age=300' }
  return ({ request }) =>
    hasEtag(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}
