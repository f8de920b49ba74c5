import { type TSchema, Type } from '@sinclair/typebox'
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
import errors from './card-errors.json' with { type: 'json' }

export interface CardUrls {
  base: string
  agent: string
  studio: string
}

const description =
  'Returns finished campaign images in several formats from one call: one layout for all of them, a scene made for the brief, the uploaded logo composited exactly and never redrawn, headline, subline, button and badge set as text, a link for human review and a signed provenance receipt.'

const guarantees = [
  'Exact logo compositing: opaque pixels of the logo are the uploaded ones, and every asset is decoded again and compared before it is answered',
  'Several formats (square, landscape, portrait) from one call and one scene',
  'One layout, one corner of the logo and every part of the copy in all formats',
  'Human approval through studioReviewUrl, with an optional provenance receipt',
]

/** Example request of the card; it works unchanged with the demo kit. */
export const exampleRequest = {
  command:
    'Summer launch over a calm sea at dawn. Headline "Made for slow mornings". Square, landscape and portrait.',
  parameters: { brandKitId: demoKitId },
} as const

/** Of an upload of a logo: one of the two. */
const image = Type.Optional(Type.String({ contentMediaType: 'application/octet-stream' }))
const LogoForm = Type.Object({ logo: image, file: image })

const plainParameters = Type.Object(
  {
    ...Type.Omit(Parameters, ['brandKitId', 'revises']).properties,
    brandKitId: Type.Optional(
      Type.String({
        pattern: KitId.pattern ?? '',
        description: 'Id of a saved kit. Runs of this version have no receipt.',
      }),
    ),
  },
  { additionalProperties: false },
)
/** Of version 1.5.0: the kit may be named in the command as well, but these are the requests that run for sure. */
const kitRequest = Type.Object(
  {
    ...AgentRequest.properties,
    parameters: Type.Object(
      { ...Parameters.properties, ...Type.Required(Type.Pick(Parameters, ['brandKitId'])).properties },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
/** Of version 1.3.0. */
const plainRequest = Type.Object(
  { ...AgentRequest.properties, parameters: Type.Optional(plainParameters) },
  { additionalProperties: false },
)

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
    description,
    protocol: 'A2MCP',
    deployment: { mode: 'asp', agentUrl: `${agent}${prefix}`, studioUrl: studio },
    endpoints: {
      service,
      parse: `${service}/parse`,
      discovery: `${agent}${prefix}/.well-known/agent.json`,
      studio: `${studio}/studio`,
      brandKits: `${agent}/api/brand-kits`,
      photos: `${agent}/api/brand-kits/{id}/photos`,
      fonts: `${agent}/api/fonts`,
      fetchImage: `${agent}/api/fetch-image`,
      uploadLogo: `${agent}/api/upload-logo`,
      drafts: `${agent}/api/drafts/{id}`,
      decision: `${agent}/api/drafts/{id}/decision`,
      provenance: `${agent}/api/provenance`,
      entitlements: `${agent}/api/entitlements`,
    },
    openapi: `${agent}/openapi/campaign.json`,
    mcp: { url: `${base}/mcp`, transport: 'streamable-http' },
    a2a: { url: `${agent}/a2a`, transport: 'JSONRPC', versions: ['1.0', '0.3'] },
    authentication: {
      scheme: 'bearer',
      header: 'Authorization',
      description:
        'Send `Authorization: Bearer` with a caller key. A server without keys serves callers on its own machine without one.',
    },
    headers: {
      ...(payments === undefined && {
        Prefer: {
          value: 'respond-async',
          description: 'Answers 202 at once; the draft then has the outcome.',
        },
      }),
      'Idempotency-Key': {
        pattern: idempotencyKeyPattern.source,
        description: 'Of runs and new brand kits: the same key with the same body repeats the answer.',
      },
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
        guarantees,
        endpoints: {
          list: `${agent}/api/brand-kits`,
          get: `${agent}/api/brand-kits/{id}`,
          create: `${agent}/api/brand-kits`,
        },
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
    errors: payments === undefined ? errors.agent : [...errors.agent, ...errors.payment],
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
    // Of 0.3.
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    provider: { organization: 'Cairn', url: agent },
    documentationUrl: `${agent}/docs/campaign`,
    capabilities: { streaming: false, pushNotifications: true, extensions: [] },
    securitySchemes: {
      // Both spellings: members of the other version are not read.
      bearer: { type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'bearer' } },
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json', 'image/png'],
    skills: [
      {
        id: 'campaign-assets',
        name: 'Brand-exact campaign assets',
        description: guarantees.join('. '),
        tags: ['campaign', 'brand', 'image', 'logo'],
        examples: [exampleRequest.command],
        inputModes: ['application/json'],
        outputModes: ['application/json', 'image/png'],
      },
    ],
  }
}

function jsonSchema(schema: TSchema): unknown {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...JSON.parse(JSON.stringify(schema)) }
}
