import { expect, test } from 'bun:test'
import { createIncidents, type SenderEvent } from '../../../src/milestone/sender/incidents.ts'

const intent = { runId: 'run', step: 'vote ada' }

test.each([
  ['overcome', ['success', 'success']],
  ['fail', ['failed', 'failed', 'failed']],
  ['leave', ['failed', 'failed']],
] as const)('after "%s" nothing that was noted is pending', (how, outcomes) => {
  const events: SenderEvent[] = []
  const incidents = createIncidents({ intent, onEvent: (event) => events.push(event), now: () => 7 })
  incidents.note('nonce_conflict', 'nonce 3 was used', 'take the next nonce')
  incidents.note('rpc_trouble', 'no answer', 'ask again')
  incidents.note('rpc_trouble', 'no answer', 'ask again')
  incidents[how]('0x12')
  expect(events.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['pending', 'pending'])
  expect(events.slice(2).map(({ outcome }) => outcome)).toEqual([...outcomes])
  const last = new Map(events.map(({ event, outcome }) => [event, outcome]))
  expect([...last.values()]).not.toContain('pending')

  incidents[how]('0x12')
  expect(events.filter(({ event }) => event === 'rpc_trouble')).toHaveLength(2)
})
