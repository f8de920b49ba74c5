import { expect, test } from 'bun:test'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import { createIncidents } from '../../../src/milestone/sender/incidents.ts'

const intent = { runId: 'run', step: 'vote ada' }

test.each([
  ['recovered', ['success', 'success']],
  ['fail', ['failed', 'failed', 'failed']],
  ['abandon', ['failed', 'failed']],
] as const)('after "%s" nothing that was noted is pending', (how, outcomes) => {
  const events: RecoveryEvent[] = []
  const incidents = createIncidents({ intent, onEvent: (event) => events.push(event), now: () => 7 })
  incidents.note('nonce_conflict', 'nonce 3 was used', 'take the next nonce')
  incidents.note('rpc_trouble', 'no answer', 'ask again')
  incidents.note('rpc_trouble', 'no answer', 'ask again')
  incidents[how]('no gas')
  expect(events.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['pending', 'pending'])
  expect(events.slice(2).map(({ outcome }) => outcome)).toEqual([...outcomes])
  const last = new Map(events.map(({ event, outcome }) => [event, outcome]))
  expect([...last.values()]).not.toContain('pending')

  incidents[how]('no gas')
  expect(events.filter(({ event }) => event === 'rpc_trouble')).toHaveLength(2)
})
