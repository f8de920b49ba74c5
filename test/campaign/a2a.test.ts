import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Role, type SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk'
import { type Client, ClientFactory } from '@a2a-js/sdk/client'
import { Webhook } from 'standardwebhooks'
import { followUp } from '../../src/campaign/a2a/read-message.ts'
import { waitFor } from '../support/wait.ts'
import { type Agent, startAgent } from './agent-kit.ts'

interface Notice {
  headers: Record<string, string>
  body: {
    statusUpdate?: { taskId: string; status: { state: string } }
    kind?: string
    status?: { state: string }
  }
}

const notices: Notice[] = []
let agent: Agent
let client: Client
beforeAll(async () => {
  agent = await startAgent({
    request: async (request) => {
      if (!new URL(request.url).pathname.startsWith('/push')) return undefined
      notices.push({ headers: Object.fromEntries(request.headers), body: await request.json() })
      return new Response(null, { status: 204 })
    },
  })
  client = await new ClientFactory().createFromUrl(agent.server.url)
})
afterAll(async () => {
  await agent?.stop()
})

const parameters = { brandKitId: 'demo-launch', layout: 'tiles' as const, formats: ['square' as const] }
const textPart = (value: string) =>
  ({ content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' }) as const
const dataPart = (value: unknown) =>
  ({ content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: '' }) as const

function send(
  parts: readonly (ReturnType<typeof textPart> | ReturnType<typeof dataPart>)[],
  options: { taskId?: string; contextId?: string; push?: string; returnImmediately?: boolean } = {},
): SendMessageRequest {
  const { taskId = '', contextId = '', push, returnImmediately = false } = options
  return {
    tenant: '',
    message: {
      ...{ messageId: crypto.randomUUID(), role: Role.ROLE_USER, contextId, taskId },
      ...{ parts: [...parts], metadata: undefined, extensions: [], referenceTaskIds: [] },
    },
    configuration: {
      acceptedOutputModes: [],
      returnImmediately,
      taskPushNotificationConfig:
        push === undefined
          ? undefined
          : { tenant: '', id: '', taskId: '', url: push, token: 'token-1', authentication: undefined },
    },
    metadata: undefined,
  }
}
const sendTask = async (...given: Parameters<typeof send>): Promise<Task> => {
  const answer = await client.sendMessage(send(...given))
  if (!('status' in answer)) throw new Error('the answer is a message')
  return answer
}
const stateOf = async (id: string) => {
  const { state } = (await client.getTask({ tenant: '', id })).status ?? {}
  return state === undefined ? undefined : TaskState[state]
}
const accessOf = (task: Task) => ({
  draftId: task.id,
  token: String(task.metadata?.['studioReviewUrl']).split('#')[1] ?? '',
})
/** A raw JSON-RPC request. */
const rpc = async (method: string, params: unknown, headers: Record<string, string> = {}) => {
  const body = { jsonrpc: '2.0', id: 7, method, params }
  return await agent.post('/a2a', body, headers)
}
const message = (parts: unknown[], more: object = {}) => ({
  messageId: 'm',
  role: 'ROLE_USER',
  parts,
  ...more,
})

describe('A2A by the client of the SDK', () => {
  test('a message is a run, its task a draft with the images, and a decision in the studio completes it', async () => {
    const task = await sendTask([textPart('Made for mornings'), dataPart(parameters)], {
      contextId: 'order-7',
    })
    expect(task.contextId).toBe('order-7')
    expect(task.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    expect(task.history).toHaveLength(1)
    const [square, run] = task.artifacts
    expect([square?.name, run?.name]).toEqual(['square', 'run'])
    const [png] = square?.parts ?? []
    const picture = await fetch(png?.content?.$case === 'url' ? png.content.value : '')
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(run?.parts[0]?.content?.value).toMatchObject({ draftId: task.id, brandKit: { id: 'demo-launch' } })

    const access = accessOf(task)
    expect((await agent.decide(access, 'approve', 'Publish it')).status).toBe(200)
    const read = await client.getTask({ tenant: '', id: task.id })
    expect(read.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(read.status?.message?.parts[0]?.content?.value).toBe('Approved: Publish it')
    expect(read.metadata?.['studioReviewUrl']).toBeUndefined()
    expect(read.artifacts).toEqual(task.artifacts)
  })

  test('requested changes take another message, which makes the next revision in the same context', async () => {
    const first = await sendTask([dataPart({ command: 'First', parameters: parameters })])
    await expect(sendTask([textPart('More')], { taskId: first.id })).rejects.toThrow('changes requested')
    await agent.decide(accessOf(first), 'request_changes', 'A badge')
    expect(await stateOf(first.id)).toBe('TASK_STATE_INPUT_REQUIRED')
    await expect(sendTask([textPart('More')], { taskId: first.id, contextId: 'another' })).rejects.toThrow(
      'another context',
    )
    const next = await sendTask([dataPart({ text: { badge: 'New' } })], { taskId: first.id })
    expect(next.id).not.toBe(first.id)
    expect(next.contextId).toBe(first.contextId)
    const draft = await agent.draftOf(accessOf(next))
    expect([draft.revision, draft.brief, draft.copy.badge]).toEqual([2, 'First', 'New'])
    expect(await stateOf(first.id)).toBe('TASK_STATE_REJECTED')
  })

  test('a run in the background is pushed when it ends and when it is decided, signed, with the token of its receiver', async () => {
    const task = await sendTask([dataPart(parameters)], {
      returnImmediately: true,
      push: `${agent.origin}/push`,
    })
    expect(task.status?.state).toBe(TaskState.TASK_STATE_WORKING)
    const access = accessOf(task)
    await waitFor('the end of the run is pushed', () => notices.length === 1)
    await agent.decide(access, 'reject', 'Off brand')
    await waitFor('the decision is pushed', () => notices.length === 2)
    expect(notices.map(({ body }) => body.statusUpdate?.status.state)).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_REJECTED',
    ])
    const { callbackSecret } = (await agent.run({ callbackUrl: `${agent.origin}/push/hook` })).body
    for (const { headers, body } of notices) {
      expect(body.statusUpdate?.taskId).toBe(task.id)
      expect(headers['x-a2a-notification-token']).toBe('token-1')
      expect(new Webhook(callbackSecret).verify(JSON.stringify(body), headers)).toEqual(body)
    }
    const listed = await client.listTaskPushNotificationConfig({
      tenant: '',
      taskId: task.id,
      pageSize: 0,
      pageToken: '',
    })
    expect(listed.configs.map(({ url }) => url)).toEqual([`${agent.origin}/push`])
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: task.id })
    await expect(
      client.getTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: task.id }),
    ).rejects.toThrow()
  })

  test('tasks are listed by context and state, page by page', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1)
      ids.unshift((await sendTask([dataPart(parameters)], { contextId: 'list' })).id)
    const list = async (query: { pageToken?: string; pageSize?: number; status?: TaskState }) =>
      await client.listTasks({
        ...{ tenant: '', contextId: 'list', status: TaskState.TASK_STATE_UNSPECIFIED, pageToken: '' },
        statusTimestampAfter: undefined,
        ...query,
      })
    const first = await list({ pageSize: 2 })
    expect([first.totalSize, first.tasks.map(({ id }) => id)]).toEqual([3, ids.slice(0, 2)])
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken })
    expect([second.nextPageToken, second.tasks.map(({ id }) => id)]).toEqual(['', ids.slice(2)])
    expect((await list({ status: TaskState.TASK_STATE_COMPLETED })).tasks).toEqual([])
    expect((await list({ status: TaskState.TASK_STATE_INPUT_REQUIRED })).tasks).toHaveLength(3)
    await expect(list({ pageToken: 'nonsense' })).rejects.toThrow('nextPageToken')
  })

  test('a finished run is not cancelable', async () => {
    const { id } = await sendTask([dataPart(parameters)])
    await expect(client.cancelTask({ tenant: '', id, metadata: undefined })).rejects.toThrow()
  })
})

test('an accepted run is canceled, and then is not made', async () => {
  const { deps } = agent.server.area
  const call = { capability: '1.5.0', caller: { id: 'demo' }, request: { parameters: parameters } } as const
  const { draftId } = await deps.agent.accept({
    ...call,
    request: { parameters: { ...parameters, formats: ['square'] } },
  })
  const answer = await rpc('CancelTask', { id: draftId })
  expect(answer.body.result.status.state).toBe('TASK_STATE_CANCELED')
  await deps.agent.runAccepted(draftId, new AbortController().signal)
  expect(await stateOf(draftId)).toBe('TASK_STATE_CANCELED')
})

test('protocol 0.3 sends, reads, sets a push notification and gets its task pushed', async () => {
  const sent = await rpc('message/send', {
    message: {
      ...{ kind: 'message', messageId: 'x', role: 'user' },
      parts: [
        { kind: 'text', text: 'Made for mornings' },
        { kind: 'data', data: parameters },
      ],
    },
  })
  const task = sent.body.result
  expect([task.kind, task.status.state]).toEqual(['task', 'input-required'])
  expect(task.artifacts[0].parts[0]).toMatchObject({ kind: 'file', file: { mimeType: 'image/png' } })
  const config = {
    url: `${agent.origin}/push/old`,
    authentication: { schemes: ['Bearer'], credentials: 'abc' },
  }
  const set = await rpc('tasks/pushNotificationConfig/set', {
    taskId: task.id,
    pushNotificationConfig: config,
  })
  expect(set.body.result.pushNotificationConfig.url).toBe(config.url)
  const before = notices.length
  await agent.decide(accessOf(task), 'approve')
  await waitFor('the decision is pushed', () => notices.length > before)
  const notice = notices.at(-1)
  expect([notice?.body.kind, notice?.body.status?.state]).toEqual(['task', 'completed'])
  expect(notice?.headers['authorization']).toBe('Bearer abc')
  const read = await rpc('tasks/get', { id: task.id })
  expect(read.body.result.status.state).toBe('completed')
})

test.each<[string, string, unknown, number, string | undefined]>([
  ['an unknown method', 'Nope', {}, -32_601, undefined],
  ['an unknown method of 0.3', 'tasks/nope', {}, -32_601, undefined],
  ['no message', 'SendMessage', {}, -32_602, undefined],
  ['a message without parts', 'SendMessage', { message: message([]) }, -32_602, undefined],
  ['params that are a list', 'GetTask', [], -32_602, undefined],
  ['parts that are a number', 'SendMessage', { message: message([7]) }, -32_602, undefined],
  [
    'a file',
    'SendMessage',
    { message: message([{ raw: 'AAAA', mediaType: 'image/png' }]) },
    -32_005,
    undefined,
  ],
  ['no brand kit', 'SendMessage', { message: message([{ text: 'A sea' }]) }, -32_602, 'brand_kit_required'],
  [
    'a field of another type',
    'SendMessage',
    { message: message([{ data: { formats: 'square' } }]) },
    -32_602,
    'invalid_request',
  ],
  [
    'parameters that are null',
    'SendMessage',
    { message: message([{ data: { parameters: null } }]) },
    -32_602,
    'invalid_request',
  ],
  [
    'a context id with a line break',
    'SendMessage',
    { message: message([{ text: 'A' }], { contextId: 'a\nb' }) },
    -32_602,
    undefined,
  ],
  [
    'an unknown brand kit in protocol 0.3',
    'message/send',
    {
      message: {
        ...{ kind: 'message', messageId: 'm', role: 'user' },
        parts: [{ kind: 'text', text: 'A sea. Brand kit nope' }],
      },
    },
    -32_602,
    'brand_kit_not_found',
  ],
  ['an unknown task', 'GetTask', { id: 'd_unknown' }, -32_001, 'draft_not_found'],
  ['an unknown task in protocol 0.3', 'tasks/get', { id: 'd_unknown' }, -32_001, 'draft_not_found'],
  ['no id of a task', 'GetTask', {}, -32_602, 'invalid_request'],
  ['no id of a task in protocol 0.3', 'tasks/cancel', {}, -32_602, 'invalid_request'],
  ['a negative page size', 'ListTasks', { pageSize: -1 }, -32_602, 'invalid_request'],
  ['a negative history', 'GetTask', { id: 'd_unknown', historyLength: -1 }, -32_602, 'invalid_request'],
  ['a task id with U+0000', 'GetTask', { id: 'd_\0' }, -32_001, undefined],
  ['an unknown method', 'DoThat', {}, -32_601, undefined],
  ['an unknown method without params', 'DoThat', undefined, -32_601, undefined],
  ['an unknown method of 0.3', 'tasks/list', undefined, -32_601, undefined],
  ['a method without the params that it needs', 'GetTask', undefined, -32_602, undefined],
  ['a stream', 'SendStreamingMessage', { message: message([{ text: 'A' }]) }, -32_004, undefined],
  [
    'a config of an unknown task',
    'CreateTaskPushNotificationConfig',
    { taskId: 'd_unknown', url: 'https://receiver.com/' },
    -32_001,
    undefined,
  ],
])('%s is an error that the standard names', async (_, method, params, code, slug) => {
  const { status, body } = await rpc(method, params)
  expect([status, body.id, body.error.code]).toEqual([200, 7, code])
  if (slug !== undefined) expect(body.error.data[0].metadata.error).toBe(slug)
})

test('tasks are listed without params', async () => {
  expect((await rpc('ListTasks', undefined)).body.result.tasks).toBeArray()
})

test('a config for a private address, or with a line break in its token, is refused', async () => {
  const { draftId: taskId } = await agent.run()
  for (const config of [
    { url: 'http://169.254.169.254/' },
    { url: 'https://receiver.com/', token: 'a\r\nx-other: 1' },
    { url: 'https://receiver.com/', authentication: { scheme: 'Bearer', credentials: 'a\nb' } },
  ]) {
    const { body } = await rpc('CreateTaskPushNotificationConfig', { taskId, ...config })
    expect(body.error.code).toBe(-32_602)
  }
  const known: number[] = []
  for (let index = 0; index < 7; index += 1) {
    const { body } = await rpc('CreateTaskPushNotificationConfig', {
      taskId,
      id: `c${index}`,
      url: 'https://receiver.com/',
    })
    known.push(body.error?.code ?? 0)
  }
  expect(known).toEqual([0, 0, 0, 0, 0, -32_004, -32_004])
})

test('what is not one JSON-RPC request is refused by JSON-RPC or HTTP', async () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const { status, body: answer } = await agent.post('/a2a', body, headers)
    return [status, answer.error?.code ?? answer.error]
  }
  expect(await send('{')).toEqual([200, -32_700])
  expect(await send('[]')).toEqual([200, -32_600])
  expect(await send('7')).toEqual([200, -32_600])
  expect(await send('{"method":"GetTask"}')).toEqual([200, -32_600])
  expect(await send('{"jsonrpc":"2.0","method":"GetTask","method":"GetTask"}')).toEqual([200, -32_600])
  expect(await send(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toEqual([200, -32_600])
  expect(await send(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toEqual([200, -32_600])
  expect(await send('{}', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type'])
  expect(await send('{"jsonrpc":"2.0","method":"GetTask"}', { 'a2a-version': '9.0' })).toEqual([200, -32_009])
  expect(await send(`{"a":"${'x'.repeat(70_000)}"}`)).toEqual([413, 'content_too_large'])
  expect(await send('{}', { authorization: 'Bearer unknown' })).toEqual([401, 'unauthorized'])
})

test('a follow-up keeps what a reviewer changed, unless it has copy of its own', () => {
  const earlier = { command: 'Swimming course', parameters: { seed: 7 }, reviewed: { cta: 'Dive in' } }
  expect(followUp(earlier, { command: 'Larger logo' }, 'd_1')).toEqual({
    command: 'Swimming course\nLarger logo',
    parameters: { seed: 7, revises: 'd_1' },
    reviewed: { cta: 'Dive in' },
  })
  const parameters = { text: { cta: 'Swim' } }
  expect(followUp(earlier, { parameters }, 'd_1')).toEqual({
    command: 'Swimming course',
    parameters: { seed: 7, ...parameters, revises: 'd_1' },
  })
})
