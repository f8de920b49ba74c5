import { expect, test } from 'bun:test'
import { chooseScene } from '../../../src/campaign/agent/choose-scene.ts'
import { planRun } from '../../../src/campaign/agent/plan-run.ts'
import { parseBrief } from '../../../src/campaign/brief/parse.ts'
import { measureScene } from '../../../src/campaign/compose/cut/choose-crop.ts'
import { createRemoteImages } from '../../../src/campaign/images/remote-images.ts'
import type { RenderPool } from '../../../src/campaign/render/pool.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { waitFor } from '../../support/wait.ts'

const signal = new AbortController().signal
const pixels = { data: new Uint8Array(64 * 64 * 3), width: 64, height: 64, channels: 3 as const }
const unusedDeps = {
  pool: {
    run: () => Promise.reject(new Error('unexpected')),
    decode: () => Promise.reject(new Error('unexpected')),
    release: () => {},
    warm: async () => {},
    waiting: () => 0,
    stop: () => {},
  },
  remoteImages: createRemoteImages({
    heldMax: 1,
    hashOf: () => undefined,
    stored: async () => undefined,
    fetch: () => Promise.reject(new Error('unexpected')),
  }),
  imageModel: undefined,
  log: silentLog,
}
const planOf = (baseImageUrl: string) => planRun({ parameters: { baseImageUrl } }, parseBrief(''), undefined)

test('no more images are fetched than may wait for a worker, and callers take turns', async () => {
  const fetched: string[] = []
  const decoding: PromiseWithResolvers<void>[] = []
  const pool: RenderPool = {
    run: () => Promise.reject(new Error('unexpected')),
    decode: async () => {
      const job = Promise.withResolvers<void>()
      decoding.push(job)
      await job.promise
      return { pixels, maps: await measureScene(pixels) }
    },
    release: () => {},
    warm: async () => {},
    waiting: () => 0,
    stop: () => {},
  }
  const deps = {
    pool,
    remoteImages: createRemoteImages({
      heldMax: 2,
      hashOf: () => undefined,
      stored: async () => undefined,
      fetch: async (url: string) => {
        fetched.push(new URL(url).pathname)
        return new Uint8Array(1)
      },
    }),
    imageModel: undefined,
    log: silentLog,
  }
  const run = (caller: string, path: string) =>
    chooseScene(deps, { plan: planOf(`https://images.example/${path}`), work: { caller } }, signal)
  const runs = [run('ada', '1'), run('ada', '2'), run('ada', '3'), run('ben', '4')]
  await waitFor('two images wait for a worker', () => decoding.length === 2)
  expect(fetched).toEqual(['/1', '/4'])
  for (let decoded = 1; decoded <= runs.length; decoded += 1) {
    await waitFor('an image waits', () => decoding.length >= decoded)
    decoding[decoded - 1]?.resolve()
  }
  expect((await Promise.all(runs)).map(({ provider }) => provider)).toEqual(Array(4).fill('base-image'))
  expect(fetched).toEqual(['/1', '/4', '/2', '/3'])
})

test.each([
  [{ x: 0.5, y: 0.5 }, true],
  [undefined, false],
])('without a picture a focus %p is named in a warning: %p', async (focus, isNamed) => {
  const plan = { ...planRun({ command: 'Calm sea' }, parseBrief('Calm sea'), undefined), focus }
  const { warnings } = await chooseScene(unusedDeps, { plan, work: { caller: 'ada' } }, signal)
  expect(warnings.some((warning) => warning.startsWith('The focus is not used'))).toBe(isNamed)
})
