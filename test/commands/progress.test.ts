import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createProgress } from '../../src/commands/progress.ts'
import { testSeed } from '../support/seed.ts'

const seed = testSeed('progress')

function open(terminal: boolean) {
  const writes: string[] = []
  let now = 5_000
  const progress = createProgress({ write: (text) => writes.push(text), terminal, now: () => now })
  return {
    progress,
    writes,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a step is a line with the time since the start', () => {
  const { progress, writes, pass } = open(false)
  progress.step('Opening')
  pass(12_340)
  progress.step('Ready')
  expect(writes).toEqual(['  0.0s  Opening\n', ' 12.3s  Ready\n'])
})

test('on a terminal a moving step rewrites its line, and the next step replaces it', () => {
  const { progress, writes } = open(true)
  progress.move('Seeding', 1, 4)
  progress.move('Seeding', 2, 4)
  progress.step('Ready')
  progress.step('Serving')
  expect(writes).toEqual([
    '\r\x1b[K  0.0s  █████░░░░░░░░░░░░░░░ Seeding 1/4',
    '\r\x1b[K  0.0s  ██████████░░░░░░░░░░ Seeding 2/4',
    '\r\x1b[K  0.0s  Ready\n',
    '  0.0s  Serving\n',
  ])
})

test('elsewhere it is printed at once and then every two seconds at most, in whole lines', () => {
  const { progress, writes, pass } = open(false)
  for (let done = 0; done < 100; done += 1) {
    progress.move('Seeding', done, 100)
    pass(100)
  }
  expect(writes.length).toBeGreaterThanOrEqual(4)
  expect(writes.length).toBeLessThanOrEqual(6)
  expect(writes[0]).toBe('  0.0s  Seeding 0/100\n')
  expect(writes.join('')).not.toContain('\x1b')
})

test('a bar is 20 wide for any numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 50 }), fc.integer({ min: -1, max: 20 }), (done, total) => {
      const { progress, writes } = open(true)
      progress.move('x', done, total)
      expect(writes[0]).toMatch(/ {2}█*░* x /)
      expect([...(writes[0] ?? '')].filter((letter) => letter === '█' || letter === '░')).toHaveLength(20)
    }),
    { seed },
  )
})
