import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Role, TaskState } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { startDemoServer } from '../support/demo-server.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'

const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-a2a-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = () => startDemoServer({ dataDir, environment: { AREAS: 'campaign' } })

test('an agent that has only the address sends a brief by either card and reads its tasks after a restart', async () => {
  const first = await start()
  const ids: string[] = []
  for (const path of ['.well-known/agent-card.json', '.well-known/agent.json']) {
    const client = await new ClientFactory().createFromUrl(first.url, path)
    const value = 'Summer launch over a calm sea at dawn, square. Brand kit demo-launch'
    const answer = await client.sendMessage({
      tenant: '',
      message: {
        ...{ messageId: crypto.randomUUID(), role: Role.ROLE_USER, contextId: 'launch', taskId: '' },
        parts: [
          { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' },
        ],
        ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
      },
      configuration: undefined,
      metadata: undefined,
    })
    if (!('status' in answer)) throw new Error('the answer is a message')
    expect(answer.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    ids.push(answer.id)
  }
  await first.kill()

  const second = await start()
  const client = await new ClientFactory().createFromUrl(second.url)
  for (const id of ids) {
    const task = await client.getTask({ tenant: '', id })
    expect([task.contextId, task.status?.state]).toEqual(['launch', TaskState.TASK_STATE_INPUT_REQUIRED])
    expect(task.artifacts.map(({ name }) => name)).toEqual(['square', 'run'])
  }
  await second.kill()
})
