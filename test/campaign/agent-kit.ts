import sharp from 'sharp'
import type { Config } from '../../src/kernel/settings/config.ts'
import { type CampaignServer, startCampaignServer } from '../support/campaign-server.ts'

type Headers = Readonly<Record<string, string>>

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** How the draft of a run is read and decided on. */
export interface DraftAccess {
  draftId: string
  token: string
}

/**
 * A campaign server beside a site of pictures, and the calls that tests of its routes have in common. Runs have a layout
 * without a scene, which costs half as much as one over a picture.
 */
export async function startAgent(
  options: {
    /** The site's answer to a path; a picture where it is undefined. */
    answer?: (path: string) => Response | undefined | Promise<undefined>
    /** The same for a whole request. */
    request?: (request: Request) => Promise<Response | undefined>
    now?: () => number
    llm?: Config['llm']
  } = {},
) {
  const picture = new Uint8Array(
    await sharp({ create: { width: 500, height: 600, channels: 3, background: '#557799' } })
      .extend({ right: 100, background: '#667788' })
      .jpeg()
      .toBuffer(),
  )
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch: async (request) =>
      (await options.request?.(request)) ??
      (await options.answer?.(new URL(request.url).pathname)) ??
      new Response(picture),
  })
  const { origin } = site.url
  const server: CampaignServer = await startCampaignServer({
    localOrigins: [origin],
    llm: options.llm,
    ...(options.now !== undefined && { now: options.now }),
  })
  const answerOf = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  })
  const get = async (path: string, headers: Headers = {}) =>
    answerOf(await fetch(new URL(path, server.url), { headers }))
  const post = async (path: string, body: unknown, headers: Headers = {}) =>
    answerOf(await server.post(path, body, headers))
  const upload = async (path: string, form: FormData) =>
    answerOf(await fetch(server.url + path, { method: 'POST', body: form }))
  const run = async (
    parameters: object = {},
    { command = '', headers = {} }: { command?: string; headers?: Headers } = {},
  ) => {
    const defaults = { brandKitId: 'demo-launch', layout: 'tiles', formats: ['square'] }
    const answer = await post('/api/agent', { command, parameters: { ...defaults, ...parameters } }, headers)
    if (answer.body.error?.code === 'internal') console.error(server.logLines().join('\n'))
    const token = String(answer.body.studioReviewUrl ?? '').split('#')[1] ?? ''
    return { ...answer, draftId: String(answer.body.draftId), token }
  }
  const draftOf = async ({ draftId, token }: DraftAccess) =>
    (await get(`/api/drafts/${draftId}`, bearer(token))).body.draft
  const decide = async (of: DraftAccess, decision: string, note?: string, variant?: number) => {
    const { assetHash } = await draftOf(of)
    const body = { decision, note, assetHash, variant }
    return await post(`/api/drafts/${of.draftId}/decision`, body, bearer(of.token))
  }
  return {
    server,
    origin,
    /** Parameters of a run over a picture. */
    overPicture: { baseImageUrl: `${origin}/picture.jpg`, layout: undefined },
    get,
    post,
    upload,
    run,
    draftOf,
    decide,
    receiptOf: async (id: string) => (await get(`/api/provenance?receiptId=${id}`)).body.receipt,
    stop: async () => {
      await server.stop()
      await site.stop(true)
    },
  }
}

export type Agent = Awaited<ReturnType<typeof startAgent>>
