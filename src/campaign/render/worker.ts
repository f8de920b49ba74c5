/** A Worker of the render pool: runs one job per message. */
import sharp from 'sharp'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { endChildren } from '../sandbox/limited-child.ts'
import type { RenderAnswer, RenderCancel, RenderRequest } from './jobs.ts'
import { createRenderer } from './render-job.ts'

declare const self: Worker

// One worker per core: additional libvips threads would only compete.
sharp.concurrency(1)
sharp.cache(false)

const render = createRenderer()

self.onmessage = async ({ data }: MessageEvent<RenderRequest | RenderCancel>) => {
  // Messages come in order and jobs one at a time, so these are the processes of the job in question.
  if ('cancel' in data) return endChildren()
  self.postMessage(await answerOf(data))
  // About ten pictures of the job are garbage now; the collector sees only their small wrappers.
  Bun.gc(true)
}
// A message sent before the handler is set would be lost, so the pool waits for this one.
self.postMessage({ ready: true } satisfies RenderAnswer)

async function answerOf(request: RenderRequest): Promise<RenderAnswer> {
  const { id } = request
  try {
    return { id, output: await render(request) }
  } catch (error) {
    if (!(error instanceof AppError)) return { id, failed: messageOf(error) }
    const { status, slug, message, fields } = error
    return { id, refused: { status, slug, message, fields } }
  }
}
