import { expect, test } from 'bun:test'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { isOutgrown } from '../../src/milestone/area-status.ts'
import { type StartOptions, startReplaceableArea } from '../../src/milestone/replaceable-area.ts'
import { waitFor } from '../support/wait.ts'

/** Areas without a chain: `outcomes` says of each start how it ends, and those beyond the list succeed. */
async function trial(outcomes: readonly ('started' | 'refused' | 'never ready')[], retryMs = 1) {
  const history: string[] = []
  const starts: StartOptions[] = []
  const area = await startReplaceableArea({
    log: silentLog,
    retryMs,
    start: async (how) => {
      const name = `area ${starts.push(how)}`
      const outcome = outcomes[starts.length - 1] ?? 'started'
      if (outcome === 'refused') throw new Error('no chain')
      const ready = outcome === 'started' ? Promise.resolve() : Promise.reject(new Error('not ready'))
      ready.catch(() => {})
      const note = (what: string) => async () => void history.push(`${name} ${what}`)
      return {
        name,
        ready,
        rpcUrl: 'http://127.0.0.1:4545',
        gauges: [{ name: 'height', help: 'Height', read: () => starts.length }],
        retire: note('retired'),
        stop: note('stopped'),
        deps: { streams: { close: note('closed its streams') } },
      }
    },
    onReplaced: ({ name }) => history.push(`${name} answers`),
  })
  return { area, history, starts }
}

test('a chain is replaced as often as it becomes too long, at the same port, and that is reported', async () => {
  const { area, history, starts } = await trial([])
  for (const count of [1, 2]) {
    starts[count - 1]?.onOutgrown?.(501)
    await waitFor('it is replaced', () => history.length === count * 3)
  }
  expect(history).toEqual(
    [1, 2].flatMap((old) => [
      `area ${old} retired`,
      `area ${old + 1} answers`,
      `area ${old} closed its streams`,
    ]),
  )
  expect(starts.map(({ newChainPort }) => newChainPort)).toEqual([undefined, 4545, 4545])
  expect(starts[2]?.events).toEqual([expect.objectContaining({ context: 'the chain had 501 blocks' })])
  expect(area.gauges.map(({ read }) => read())).toEqual([3])
  await area.stop()
  expect(history.at(-1)).toBe('area 3 stopped')
})

test('a new chain that does not start, or does not become ready, is stopped and another one started', async () => {
  const { area, history, starts } = await trial(['started', 'refused', 'never ready'])
  starts[0]?.onOutgrown?.(501)
  await waitFor('it is replaced', () => history.includes('area 1 closed its streams'))
  expect(history).toEqual([
    'area 1 retired',
    'area 3 closed its streams',
    'area 3 stopped',
    'area 4 answers',
    'area 1 closed its streams',
  ])
  expect(area.current.name).toBe('area 4')
})

test('a stop does not wait for the next attempt', async () => {
  const { area, history, starts } = await trial(['started', 'refused'], 2 ** 30)
  starts[0]?.onOutgrown?.(501)
  await waitFor('the new chain has not started', () => starts.length === 2)
  await area.stop()
  expect(history).toEqual(['area 1 retired', 'area 1 stopped'])
})

test.each([
  [1_000, 30_000, false],
  [1_001, 30_000, true],
  [1_001, 29_999, false],
  [2_500, 0, false],
  [2_501, 0, true],
])('a chain of %d blocks that was idle for %d ms is replaced: %p', (blocks, idleMs, expected) => {
  expect(isOutgrown({ blocks, blocksMax: 1_000, idleMs })).toBe(expected)
})
