import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
})
afterAll(() => server?.dispose())

interface Operation {
  operationId: string
  description?: string
  summary?: string
  tags: string[]
  parameters?: {
    in: string
    name: string
    required?: boolean
    example?: string | number
    schema: { default?: unknown }
  }[]
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
}

/** Operations about something that an earlier request has made, or with a file to choose. */
const needsMore = new Set([
  ...['readReport', 'deleteReport', 'showReport', 'revokeKey', 'grantPlan', 'readVerification'],
  ...[
    'addPhoto',
    'readPhoto',
    'deletePhoto',
    'uploadLogo',
    'readOriginalLogo',
    'addFont',
    'readFont',
    'deleteFont',
  ],
  ...[
    'readAsset',
    'readDraft',
    'readDraftFiles',
    'readDraftJpeg',
    'decideDraft',
    'reviseDraft',
    'pinDraft',
    'unpinDraft',
    'showDraft',
  ],
  ...['readReceipt', 'issueReceipt', 'verifyReceipt'],
])
/** Answered without an end. */
const endless = 'streamActivity'
/** Once a key exists, every request needs one. */
const last = 'createKey'

test('every operation has a summary, a description and a tag, and its example succeeds on the demo as it is', async () => {
  const { paths, tags } = await (await fetch(`${server.url}/openapi.json`)).json()
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  expect(operations.length).toBeGreaterThan(60)
  expect(
    operations
      .filter(({ summary, description }) => !summary || !description)
      .map(({ operationId }) => operationId),
  ).toEqual([])
  expect(tags.length).toBeGreaterThan(10)
  const named: string[] = tags.map(({ name }: { name: string }) => name)
  expect(operations.filter((operation) => !operation.tags.every((tag) => named.includes(tag)))).toEqual([])

  const tried = operations.filter(({ operationId }) => operationId !== endless && !needsMore.has(operationId))
  const failed: string[] = []
  for (const { path, method, operationId, parameters = [], requestBody } of [
    ...tried.filter(({ operationId }) => operationId !== last),
    ...tried.filter(({ operationId }) => operationId === last),
  ]) {
    const query = new URLSearchParams()
    let address = path
    for (const { in: place, name, example } of parameters) {
      if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)))
      if (place === 'query' && example !== undefined) query.set(name, String(example))
    }
    const example = requestBody?.content['application/json']?.example
    const response = await fetch(`${server.url}${address}${query.size === 0 ? '' : `?${query}`}`, {
      method,
      ...(example !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(example),
      }),
    })
    const text = await response.text()
    if (!response.ok) failed.push(`${operationId} ${response.status} ${text.slice(0, 200)}`)
  }
  expect(failed).toEqual([])
})
