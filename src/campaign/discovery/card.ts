import { type TSchema, Type } from '@sinclair/typebox'
import { Exactly } from '../../kernel/http/schema-parts.ts'
import { contentCharsMax, overlayModes, tones } from '../compose/controls.ts'
import { partNames } from '../compose/copy/parts.ts'
import { formatIds, formats, sizes } from '../compose/formats.ts'
import { layouts } from '../compose/layouts/layouts.ts'
import { DecisionRequest, draftTtlDays } from '../drafts/draft.ts'
import { campaignLimits } from '../entitlements/limits.ts'
import { plans } from '../entitlements/plans.ts'
import { demoKitId, KitId, KitRequest } from '../requests/kit.ts'
import {
  AgentFailure,
  AgentRequest,
  AgentResponse,
  type Capability,
  capabilities,
  commandCharsMax,
  idempotencyKeyPattern,
  Parameters,
} from '../requests/request.ts'
import texts from './card.json' with { type: 'json' }

export interface CardUrls {
  base: string
  agent: string
  studio: string
}

/** Example request of the card; it works unchanged with the demo kit. */
export const exampleRequest = {
  command:
    'Summer launch over a calm sea at dawn. Headline "Made for slow mornings". Square, landscape and portrait.',
  parameters: { brandKitId: demoKitId },
} as const

/** Of an upload of a logo: one of the two. */
const image = Type.Optional(Type.String({ contentMediaType: 'application/octet-stream' }))
const LogoForm = Type.Object({ logo: image, file: image })

const plainParameters = Exactly({
  ...Type.Omit(Parameters, ['brandKitId', 'revises']).properties,
  brandKitId: Type.Optional(
    Type.String({
      pattern: KitId.pattern ?? '',
      description: 'Id of a saved kit. Runs of this version have no receipt.',
    }),
  ),
})
/** Of version 1.5.0: the kit may be named in the command as well, but these are the requests that run for sure. */
const kitRequest = Exactly({
  ...AgentRequest.properties,
  parameters: Exactly({
    ...Parameters.properties,
    ...Type.Required(Type.Pick(Parameters, ['brandKitId'])).properties,
  }),
})
/** Of version 1.3.0. */
const plainRequest = Exactly({ ...AgentRequest.properties, parameters: Type.Optional(plainParameters) })

/** The capability card of a variant: everything an agent needs to call it. */
export function capabilityCard(capability: Capability, urls: CardUrls, payments?: { network: string }) {
  const { prefix, price, network, usesKit } = capabilities[capability]
  const { agent, base, studio } = urls
  const service = `${agent}${prefix}/api/agent`
  const request = usesKit ? exampleRequest : { command: exampleRequest.command }
  return {
    schema: 'cairn/agent-capability/v1',
    name: 'Cairn campaign agent',
    version: capability,
    description: texts.description,
    protocol: 'A2MCP',
    deployment: { mode: 'asp', agentUrl: `${agent}${prefix}`, studioUrl: studio },
    endpoints: {
      service,
      parse: `${service}/parse`,
      discovery: `${agent}${prefix}/.well-known/agent.json`,
      studio: `${studio}/studio`,
      ...under(agent, texts.endpoints),
    },
    openapi: `${agent}/openapi/campaign.json`,
    mcp: { url: `${base}/mcp`, transport: 'streamable-http' },
    a2a: { url: `${agent}/a2a`, transport: 'JSONRPC', versions: ['1.0', '0.3'] },
    authentication: texts.authentication,
    headers: {
      ...(payments === undefined && { Prefer: texts.prefer }),
      'Idempotency-Key': { pattern: idempotencyKeyPattern.source, description: texts.idempotencyKey },
    },
    bodies: {
      brandKits: { contentType: 'application/json', schema: jsonSchema(KitRequest) },
      uploadLogo: { contentType: 'multipart/form-data', schema: jsonSchema(LogoForm) },
      decision: { contentType: 'application/json', schema: jsonSchema(DecisionRequest) },
    },
    ...(usesKit && {
      brandKit: {
        version: '1',
        parameter: 'brandKitId',
        demoKitId,
        guarantees: texts.guarantees,
        endpoints: under(agent, texts.kitEndpoints),
      },
    }),
    input: jsonSchema(usesKit ? kitRequest : plainRequest),
    output: jsonSchema(AgentResponse),
    failure: jsonSchema(AgentFailure),
    formats: formatIds.map((id) => ({ id, ...formats[id], sizes: [...sizes[id]] })),
    layouts: Object.values(layouts).map(({ name, description, picture }) => ({
      name,
      description,
      hasPicture: picture !== 'none',
    })),
    tones: [...tones],
    copyParts: [...partNames],
    overlayModes: [...overlayModes],
    limits: { commandChars: commandCharsMax, copyChars: contentCharsMax, ...campaignLimits, plans },
    errors: [...texts.errors.agent, ...(payments === undefined ? [] : texts.errors.payment)],
    humanApproval: { draftTtlDays },
    commerce: {
      x402: {
        enabled: payments !== undefined,
        header: 'X-PAYMENT',
        price,
        currency: 'USDC',
        network: payments?.network ?? network,
      },
    },
    ...(usesKit && { provenance: { network: 'offchain', jwksUrl: `${agent}/.well-known/jwks.json` } }),
    demo: { ...(usesKit && { brandKitId: demoKitId }), exampleRequest: request },
    example: `curl -s ${service} -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
  }
}

/**
 * What an A2A card has beside the members of the capability card, for protocols 1.0 and 0.3.
 * @see https://a2a-protocol.org/latest/specification/
 */
export function a2aMembers({ agent }: CardUrls) {
  const url = `${agent}/a2a`
  const jsonRpc = { url, protocolBinding: 'JSONRPC', tenant: '' }
  return {
    supportedInterfaces: [
      { ...jsonRpc, protocolVersion: '1.0' },
      { ...jsonRpc, protocolVersion: '0.3' },
    ],
    // Members of 0.3, and both spellings of the security scheme: members of the other version are not read.
    ...texts.a2a,
    url,
    provider: { organization: 'Cairn', url: agent },
    documentationUrl: `${agent}/docs/campaign`,
    skills: [
      {
        ...texts.skill,
        description: texts.guarantees.join('. '),
        examples: [exampleRequest.command],
      },
    ],
  }
}

function under(base: string, paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `${base}${path}`]))
}

function jsonSchema(schema: TSchema): unknown {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...JSON.parse(JSON.stringify(schema)) }
}
