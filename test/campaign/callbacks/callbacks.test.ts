import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { JWK } from 'jose'
import { Webhook } from 'standardwebhooks'
import { waitFor } from '../../support/wait.ts'
import { type Agent, type DraftAccess, startAgent } from '../agent-kit.ts'

const hooks: { headers: Record<string, string>; body: string }[] = []
let agent: Agent
let holdHook = false
beforeAll(async () => {
  agent = await startAgent({
    request: async (request) => {
      if (new URL(request.url).pathname !== '/hook') return undefined
      hooks.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
      return new Response('', { status: holdHook ? 503 : 204 })
    },
  })
})
afterAll(async () => {
  await agent?.stop()
})

const callbacksOf = async (access: DraftAccess) => (await agent.draftOf(access)).callbacks ?? []

test('each decision is posted to the callback URL, signed by the caller’s secret and by the published key', async () => {
  const run = await agent.run({ callbackUrl: `${agent.origin}/hook?order=7` })
  expect(run.status).toBe(200)
  expect(run.body.callbackSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await agent.decide(run, 'request_changes', 'Brighter, please')
  await waitFor('the first hook has come', async () => hooks.length === 1)
  await agent.decide(run, 'approve')
  await waitFor('both are delivered', async () =>
    (await callbacksOf(run)).every(({ state }: { state: string }) => state === 'delivered'),
  )
  expect((await callbacksOf(run)).map(({ at, ...rest }: { at: string }) => rest)).toEqual([
    { event: 'draft.changes_requested', host: new URL(agent.origin).host, state: 'delivered', attempts: 1 },
    { event: 'draft.approved', host: new URL(agent.origin).host, state: 'delivered', attempts: 1 },
  ])
  const draft = await agent.draftOf(run)
  const webhook = new Webhook(String(run.body.callbackSecret))
  for (const [index, { headers, body }] of hooks.entries()) {
    const decision = draft.decisions[index]
    expect(webhook.verify(body, headers)).toEqual({
      type: index === 0 ? 'draft.changes_requested' : 'draft.approved',
      timestamp: decision.decidedAt,
      data: {
        draftId: run.draftId,
        revision: 1,
        capability: '1.5.0',
        ...decision,
        review: index === 0 ? 'changes_requested' : 'approved',
      },
    })
    expect(() => webhook.verify(`${body} `, headers)).toThrow()
    expect(await isSignedByPublishedKey(headers, body)).toBe(true)
    expect(await isSignedByPublishedKey(headers, `${body} `)).toBe(false)
  }
  const ids = hooks.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(2)
})

/** `v1a` of Standard Webhooks: Ed25519 over id, timestamp and body. */
async function isSignedByPublishedKey(headers: Record<string, string>, body: string): Promise<boolean> {
  const { body: jwks }: { body: { keys: JWK[] } } = await agent.get('/.well-known/jwks.json')
  const [jwk] = jwks.keys
  if (jwk === undefined) return false
  const key = await crypto.subtle.importKey('jwk', { ...jwk, alg: 'Ed25519' }, 'Ed25519', false, ['verify'])
  const signature = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? ''
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return await crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64'), Buffer.from(signed))
}

test('the history of the draft says that a callback is tried again', async () => {
  holdHook = true
  const run = await agent.run({ callbackUrl: `${agent.origin}/hook` })
  await agent.decide(run, 'reject')
  const [callback] = await waitFor('the first try has failed', async () => {
    const list = await callbacksOf(run)
    return list[0]?.problem === undefined ? undefined : list
  })
  expect(callback).toEqual({
    event: 'draft.rejected',
    host: new URL(agent.origin).host,
    state: 'pending',
    attempts: 1,
    problem: 'answered 503',
    at: expect.any(String),
    nextAt: expect.any(String),
  })
})

test.each([
  ['not a url', 'invalid_url'],
  ['ftp://receiver.com/', 'invalid_url'],
  ['http://user:word@receiver.com/', 'invalid_url'],
  ['http://127.0.0.1/hook', 'url_not_allowed'],
  ['http://169.254.169.254/latest', 'url_not_allowed'],
  ['http://[::1]/hook', 'url_not_allowed'],
  ['http://localhost/hook', 'url_not_allowed'],
])('a run with the callback URL %s is refused', async (callbackUrl, code) => {
  const { status, body } = await agent.run({ callbackUrl })
  expect([status, body.error.code, body.error.field]).toEqual([400, code, 'parameters.callbackUrl'])
})

test('a run without a callback URL has no secret and sends nothing', async () => {
  const before = hooks.length
  const run = await agent.run()
  expect(run.body.callbackSecret).toBeUndefined()
  await agent.decide(run, 'approve')
  expect(await callbacksOf(run)).toEqual([])
  expect(hooks.length).toBe(before)
})
