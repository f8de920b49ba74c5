import { expect, test } from 'bun:test'
import { waitFor } from '../../support/wait.ts'
import { chain, first, second, startClient, useTwoNodes } from './client-kit.ts'

useTwoNodes()

const never = () => new Promise<Response>(() => {})

test('logs that one endpoint has are not held up by another that never answers', async () => {
  const hour = 3_600_000
  const client = startClient([first, second], {
    limits: { attemptMs: 100, logsAttemptMs: hour, deadlineMs: hour },
  })
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x4' }] }
  const logsOf = async (isAsked: () => boolean) => {
    const answer = await client.request(logs)
    return isAsked() && answer
  }
  await waitFor('both endpoints have said which chain is theirs', () =>
    logsOf(() => second.methods().includes('eth_getLogs')),
  )
  let hangs = false
  second.mischief = ({ method }) => {
    if (method !== 'eth_getLogs') return undefined
    hangs = true
    return never()
  }
  const answer = await waitFor('the endpoint that hangs is asked', () => logsOf(() => hangs))
  expect(answer).toEqual(chain.answer(logs))
})
