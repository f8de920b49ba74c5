/** The CPU time of each step of a kit call, measured on one thread with the jobs of a real call. */

import type { Composition, Step } from '../../../src/campaign/compose/asset.ts'
import { startComposition, steps } from '../../../src/campaign/compose/compose.ts'
import { createBrandFaces } from '../../../src/campaign/compose/copy/brand-faces.ts'
import { loadFonts } from '../../../src/campaign/compose/copy/load-fonts.ts'
import { photoSource } from '../../../src/campaign/compose/picture-source.ts'
import type { RenderJobs, RenderRequest } from '../../../src/campaign/render/jobs.ts'
import { createRenderer } from '../../../src/campaign/render/render-job.ts'
import { startCampaignServer } from '../../../test/support/campaign-server.ts'

const warmRounds = 3
const rounds = 10

/** @param body of a call with a given scene, from `localOrigin` @returns milliseconds of CPU time a kit, by step */
export async function kitSteps(
  localOrigin: string,
  picture: Uint8Array,
  body: unknown,
): Promise<Map<string, number>> {
  const { choosing, assets } = await jobsOf(localOrigin, body)
  const render = createRenderer()
  const fonts = { ...(await loadFonts()), brand: createBrandFaces()({}) }
  const spent = new Map<string, number>()
  const timed = async <Result>(name: string, task: () => Result | Promise<Result>): Promise<Result> => {
    const before = process.cpuUsage()
    const result = await task()
    const { user, system } = process.cpuUsage(before)
    spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1_000 / rounds)
    return result
  }
  for (let round = 0; round < warmRounds + rounds; round += 1) {
    if (round === warmRounds) spent.clear()
    await timed('decode and measure the picture', () =>
      render({ id: 1, kind: 'picture', input: { bytes: picture.slice() } }),
    )
    await timed('choose the layout', () => render(choosing))
    for (const { request, scene } of assets) {
      const source =
        scene?.kind === 'picture' ? photoSource(scene.pixels, scene.maps, scene.focus) : undefined
      let composition: Composition = await timed('arrange the copy', () =>
        startComposition(fonts, request, source),
      )
      for (const step of steps) composition = await timed(nameOf(step), () => step(composition))
    }
  }
  return spent
}

/** "paintBackground" as words. */
const nameOf = ({ name }: Step) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The jobs that a call sends to the workers. */
async function jobsOf(localOrigin: string, body: unknown) {
  const server = await startCampaignServer({ localOrigins: [localOrigin] })
  const { pool } = server.area.deps
  const run = pool.run.bind(pool)
  const layouts: RenderJobs['layouts']['input'][] = []
  const assets: RenderJobs['asset']['input'][] = []
  pool.run = (kind, input, reader) => {
    if (isOf('layouts', kind, input)) layouts.push(input)
    if (isOf('asset', kind, input)) assets.push(input)
    return run(kind, input, reader)
  }
  const response = await server.post('/api/agent', body)
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const [input] = layouts
  if (input === undefined) throw new Error('the call chose no layout')
  const choosing: RenderRequest = { id: 1, kind: 'layouts', input }
  return { choosing, assets }
}

function isOf<Kind extends keyof RenderJobs>(
  kind: Kind,
  given: string,
  _input: unknown,
): _input is RenderJobs[Kind]['input'] {
  return given === kind
}
