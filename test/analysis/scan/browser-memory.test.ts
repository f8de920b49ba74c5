import { expect, test } from 'bun:test'
import { browserBudget } from '../../../src/analysis/scan/browser/limits.ts'
import { createMemoryWatch } from '../../../src/analysis/scan/browser/memory-watch.ts'
import { waitFor } from '../../support/wait.ts'

test.each([
  [600, 1, 300, 300],
  [1_500, 1, 750, 750],
  [2_000, 2, 1_000, 1_000],
  [64_000, 2, 1_500, 1_000],
])(
  'of %d MB, %d browsers at a time use %d MB together and %d MB each at most',
  (megabytes, runningMax, memoryMegabytesMax, privateMegabytesMax) => {
    expect(browserBudget(megabytes)).toEqual({ runningMax, memoryMegabytesMax, privateMegabytesMax })
  },
)

/** Which browsers a watch ends, from what each uses in megabytes and how many processes it has. */
async function endedOf(usages: Record<number, { megabytes: number; processes?: number }>) {
  let looks = 0
  const limits = { privateMegabytesMax: 1_000, memoryMegabytesMax: 1_500, processesMax: 24 }
  const watch = createMemoryWatch(limits, (groups) => {
    looks += 1
    return new Map(
      groups.map((group) => {
        const { megabytes = 0, processes = 1 } = usages[group] ?? {}
        return [group, { processes, privateBytes: megabytes * 1024 * 1024 }]
      }),
    )
  })
  const ended = new Map<number, string>()
  const ends = Object.keys(usages).map((group) =>
    watch.add(Number(group), (what) => ended.set(Number(group), what)),
  )
  await waitFor('it has looked', () => looks > 0)
  for (const end of ends) end()
  return Object.fromEntries(ended)
}

const memory = 'needs more memory than is allowed'
test.each([
  ['two that fit are left alone', { 1: { megabytes: 900 }, 2: { megabytes: 500 } }, {}],
  ['one above its own limit is ended', { 1: { megabytes: 1_001 }, 2: { megabytes: 400 } }, { 1: memory }],
  [
    'of two that do not fit, the larger is ended',
    { 1: { megabytes: 800 }, 2: { megabytes: 900 } },
    { 2: memory },
  ],
  [
    'as many are ended as have to be',
    { 1: { megabytes: 990 }, 2: { megabytes: 995 }, 3: { megabytes: 900 } },
    { 1: memory, 2: memory },
  ],
  [
    'one with too many processes is ended',
    { 1: { megabytes: 1, processes: 25 }, 2: { megabytes: 1, processes: 24 } },
    { 1: 'needs more processes than are allowed' },
  ],
])('%s', async (_, usages, ended) => {
  expect(await endedOf(usages)).toEqual(ended)
})
