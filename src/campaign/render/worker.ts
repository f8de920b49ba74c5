/** A Worker of the render pool: waits for jobs and answers each. */
import sharp from 'sharp'
import { AppError, messageOf } from '../../kernel/runtime/errors.ts'
import type { RenderAnswer, RenderRequest } from './jobs.ts'
import { createRenderer } from './render-job.ts'

declare const self: Worker

// As many workers as cores: threads below them would only get into each other's way.
sharp.concurrency(1)
sharp.cache(false)

const render = createRenderer()

self.onmessage = async ({ data }: MessageEvent<RenderRequest>) => {
  self.postMessage(await answerOf(data))
  // Some ten pictures of a job are garbage now, and the collector knows only of the small objects that hold them.
  Bun.gc(true)
}
// A message that arrived before the handler was there would be lost, so the pool waits for this one.
self.postMessage({ ready: true } satisfies RenderAnswer)

async function answerOf(request: RenderRequest): Promise<RenderAnswer> {
  const { id } = request
  try {
    return { id, output: await render(request) }
  } catch (error) {
    if (!(error instanceof AppError)) return { id, failed: messageOf(error) }
    const { status, slug, message } = error
    return { id, refused: { status, slug, message } }
  }
}
