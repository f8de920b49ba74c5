import { afterAll, describe, expect, test } from 'bun:test'
import { schemaCheck } from '../support/described-answer.ts'
import { heldBundle, startSmallServer } from '../support/small-server.ts'
import { idOf } from './views/small-chain.ts'

interface OpenApi {
  openapi: string
  info: { version: string }
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >
  components: { schemas: Record<string, object> }
}

const server = await startSmallServer()
const description: OpenApi = await json('/openapi/milestone.json')
afterAll(() => server.dispose())

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema below, not by types
async function json(path: string): Promise<any> {
  const response = await fetch(server.listening.url + path)
  expect(response.status).toBe(200)
  return await response.json()
}

/** Every read of the area: its pattern in the description, and an address to ask. */
const reads: readonly { pattern: string; path: string }[] = [
  { pattern: '/api/status/demo', path: '/api/status/demo' },
  { pattern: '/api/status/milestone/{milestoneHash}', path: `/api/status/milestone/${idOf('m')}` },
  { pattern: '/api/explorer/milestones', path: '/api/explorer/milestones' },
  { pattern: '/api/operations', path: '/api/operations' },
  { pattern: '/api/sponsor', path: '/api/sponsor' },
  { pattern: '/api/sponsors', path: '/api/sponsors' },
  { pattern: '/api/sponsors/history', path: '/api/sponsors/history' },
  { pattern: '/api/treasury/history', path: '/api/treasury/history' },
  { pattern: '/api/activity', path: '/api/activity' },
  { pattern: '/api/verifiers', path: '/api/verifiers' },
  { pattern: '/api/treasury', path: '/api/treasury' },
  { pattern: '/api/recovery', path: '/api/recovery' },
  { pattern: '/api/ens/{name}', path: `/api/ens/ada.eth` },
  { pattern: '/api/indexer', path: '/api/indexer' },
  { pattern: '/api/indexer/{root}', path: `/api/indexer/${heldBundle.root}` },
  { pattern: '/api/indexer/{root}/proofs/{index}', path: `/api/indexer/${heldBundle.root}/proofs/0` },
]

/** Answered without an end, see feed/stream-routes.test.ts. */
const streamed = '/api/activity/stream'
/** For operators, see chaos/routes.test.ts. */
const operated = ['/api/chaos', '/api/chaos/verify', '/api/chaos/runs', '/api/chaos/runs/{runId}']

describe('the description', () => {
  test('is OpenAPI 3.1.0 and lists exactly the routes that are served', () => {
    expect(description.openapi).toBe('3.1.0')
    const patterns = [...reads.map(({ pattern }) => pattern), streamed, ...operated]
    expect(Object.keys(description.paths).sort()).toEqual(patterns.sort())
    expect(description.paths[streamed]?.['get']?.responses['200']?.content).toHaveProperty([
      'text/event-stream',
    ])
  })

  test.each(reads)('describes the answer of $pattern as it is', async ({ pattern, path }) => {
    const check = await schemaCheck(server.listening.url, pattern, 'get', 'milestone')
    expect(check(await json(path))).toEqual([])
  })
})

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  hex: (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value),
  decimal: (value) => typeof value === 'string' && /^\d+\.\d{4,}$/.test(value),
  wei: (value) => typeof value === 'string' && /^\d+$/.test(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  rate: (value) => typeof value === 'string' && /^\d{1,3}\.\d$/.test(value),
}

/** The specification's own list of fields, part 4, Area C, as `name:shape`; `items[]` means every item. */
const specification: Readonly<Record<string, string>> = {
  '/api/status/demo': `ok:boolean pitch:string demoHints.milestones[]:hex demoHints.builderEns:string
    demoHints.metadataIndexer:string`,
  [`/api/status/milestone/${idOf('m')}`]: `ok:boolean milestoneHash:hex verified:boolean released:boolean
    verifierCount:integer verifiedVotes:integer totalStaked:wei finalEvidenceRoot:hex`,
  '/api/explorer/milestones': `ok:boolean count:integer milestones[].milestoneHash:hex milestones[].state:string
    milestones[].statusLabel:string milestones[].stakedEth:decimal milestones[].builderEns:string`,
  '/api/operations': `ok:boolean treasury.earned:number treasury.spent:number treasury.net:number
    recovery.totalEvents:integer recovery.failures:integer verifications[].verified:boolean
    verifications[].released:boolean`,
  '/api/sponsor': `ok:boolean summary.totalReleased:decimal summary.totalLocked:decimal
    summary.verifiedCount:integer milestones:array`,
  '/api/activity': `ok:boolean count:integer events[].type:string events[].title:string
    events[].timestamp:integer`,
  '/api/verifiers': `ok:boolean verifiers[].address:string verifiers[].votesCast:integer
    consensus.agreementRate:rate`,
  '/api/treasury': `ok:boolean earned:number spent:number net:number spendByService:object`,
  '/api/recovery': `ok:boolean summary.totalEvents:integer summary.failures:integer
    summary.recoveries:integer chaos.active:array`,
  '/api/ens/ada.eth': `ens:string address:string svcMilestonesVerified:integer svcReputationScore:integer
    avatar:string description:string github:string twitter:string`,
}

/** All values at a dotted path; `name[]` fans out over a list that must not be empty. */
function valuesAt(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, part) =>
      values.flatMap((parent) => {
        const name = part.replace('[]', '')
        expect(parent).toHaveProperty(name)
        const child: unknown = Object.entries(Object(parent)).find(([key]) => key === name)?.[1]
        if (!part.endsWith('[]')) return [child]
        expect(Array.isArray(child) && child.length > 0).toBe(true)
        return Array.isArray(child) ? child : []
      }),
    [value],
  )
}

describe('the specification', () => {
  test.each(Object.entries(specification))('finds its fields in the answer of %s', async (path, fields) => {
    const answer = await json(path)
    for (const field of fields.split(/\s+/)) {
      const [name = '', shape = ''] = field.split(':')
      for (const value of valuesAt(answer, name))
        expect({ field, value, holds: shapes[shape]?.(value) }).toEqual({ field, value, holds: true })
    }
  })
})
