import { setTimeout as delay } from 'node:timers/promises'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Egress } from '../../kernel/egress/egress.ts'
import type { Fetch } from '../../kernel/llm/bounded-fetch.ts'
import { type Breaker, createBreaker } from '../../kernel/llm/breaker.ts'
import { faultOf } from '../../kernel/llm/fault-of.ts'
import type { ModelService } from '../../kernel/llm/llm.ts'
import { ModelFault } from '../../kernel/llm/llm-fault.ts'
import { createServiceClient } from '../../kernel/llm/service-client.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { downloadImage } from './download-image.ts'

export interface ImageRequest {
  prompt: string
  /** In pixels; 1024 by 1024, which every service offers, unless told. */
  size?: { width: number; height: number }
  /** Services that refuse one are asked without. */
  seed?: number
  signal?: AbortSignal | undefined
}

export interface ImageModel {
  /**
   * A PNG, JPEG or WebP as the service sent it: neither its contents nor its size are checked further.
   * @throws ModelFault within the time limit when there is none; the signal's reason when the caller aborts
   */
  generate(request: ImageRequest): Promise<Uint8Array<ArrayBuffer>>
  readonly state: Breaker['state']
}

export interface ImageModelLimits {
  /** For everything: both tries, the wait between them and the download. */
  totalMs: number
  /** Where the service does not ask for another wait. */
  secondTryAfterMs: number
  imageBytesMax: number
  faultsToOpen: number
  restMs: number
}

export interface ImageModelDeps {
  /** For images that an answer points to. */
  egress: Egress
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  fetch?: Fetch
  /** @throws when the signal aborts */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  limits?: Partial<ImageModelLimits>
}

const usualLimits: ImageModelLimits = {
  totalMs: 90_000,
  secondTryAfterMs: 1_000,
  imageBytesMax: 30_000_000,
  faultsToOpen: 5,
  restMs: 60_000,
}

const usualSize = { width: 1024, height: 1024 }
const exclusions = 'No text, no letters, no logos, no watermark.'
/** Room for what an answer holds beside its image. */
const envelopeBytesMax = 65_536

const Answer = t.Object({
  data: t.Array(
    t.Object({
      b64_json: t.Optional(t.Union([t.String(), t.Null()])),
      url: t.Optional(t.Union([t.String(), t.Null()])),
    }),
    { minItems: 1 },
  ),
})

/** A model of any service with OpenAI's image generations, which answers an image in base64 or its address. */
export function createImageModel(service: ModelService, deps: ImageModelDeps): ImageModel {
  const { egress, log, now, fetch = globalThis.fetch, sleep = sleepFor } = deps
  const limits = { ...usualLimits, ...deps.limits }
  const { totalMs, secondTryAfterMs, imageBytesMax, faultsToOpen, restMs } = limits
  const responseBytesMax = Math.ceil((imageBytesMax * 4) / 3) + envelopeBytesMax
  const client = createServiceClient({ service, responseBytesMax, fetch })
  let takesSeed = true

  const breaker: Breaker = createBreaker({
    faultsToOpen,
    restMs,
    now,
    // A probe that was aborted has not shown that the service is well.
    isFault: (error) => !isRefusal(error) && (!isAborted(error) || breaker.state !== 'closed'),
    onChange: (state) =>
      state === 'open'
        ? log.warn('the image model is left alone as it keeps failing', { restMs })
        : log.info('the image model answers again'),
  })

  const ask = async (
    { prompt, size = usualSize }: ImageRequest,
    seed: number | undefined,
    signal: AbortSignal,
  ) => {
    const answer: unknown = await client.images.generate(
      {
        model: service.name,
        prompt: `${prompt}\n\n${exclusions}`,
        n: 1,
        size: `${size.width}x${size.height}`,
        ...(seed === undefined ? {} : { seed }),
      },
      { signal },
    )
    const image = Value.Check(Answer, answer) ? answer.data[0] : undefined
    if (image?.b64_json) return new Uint8Array(Buffer.from(image.b64_json, 'base64'))
    if (!image?.url) throw new ModelFault('malformed')
    const download = { serviceUrl: service.baseUrl, egress, fetch, bytesMax: imageBytesMax, msMax: totalMs }
    return await downloadImage(image.url, { ...download, signal })
  }
  /** OpenAI itself refuses a seed, as it refuses every member that it does not know. */
  const askWithSeed = async (request: ImageRequest, signal: AbortSignal) => {
    try {
      return await ask(request, takesSeed ? request.seed : undefined, signal)
    } catch (error) {
      if (!takesSeed || request.seed === undefined || !isRefusal(faultOf(error))) throw error
      const bytes = await ask(request, undefined, signal)
      takesSeed = false
      return bytes
    }
  }
  const askTwice = async (request: ImageRequest) => {
    const deadline = performance.now() + totalMs
    const timeout = AbortSignal.timeout(totalMs)
    const signal = AbortSignal.any(request.signal === undefined ? [timeout] : [request.signal, timeout])
    const attempt = async (waitMs: number) => {
      try {
        if (waitMs > 0) await sleep(waitMs, signal)
        const bytes = await askWithSeed(request, signal)
        if (!isImage(bytes)) throw new ModelFault('malformed')
        return bytes
      } catch (error) {
        if (request.signal?.aborted) throw new ModelFault('aborted')
        throw timeout.aborted ? new ModelFault('timeout') : faultOf(error)
      }
    }
    try {
      return await attempt(0)
    } catch (error) {
      if (!(error instanceof ModelFault) || !error.isPassing) throw error
      const waitMs = error.askedWaitMs ?? secondTryAfterMs
      if (performance.now() + waitMs >= deadline) throw error
      return await attempt(waitMs)
    }
  }
  return {
    get state() {
      return breaker.state
    },
    async generate(request) {
      try {
        request.signal?.throwIfAborted()
        return await breaker.run(() => askTwice(request))
      } catch (error) {
        request.signal?.throwIfAborted()
        throw error
      }
    },
  }
}

/** Whether the service is well and refuses this request, as for its prompt. */
function isRefusal(error: unknown): boolean {
  return error instanceof ModelFault && (error.httpStatus === 400 || error.httpStatus === 422)
}

function isAborted(error: unknown): boolean {
  return error instanceof ModelFault && error.kind === 'aborted'
}

/** By the first bytes of PNG, JPEG and WebP. */
function isImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF.{4}WEBP)/s.test(head)
}

async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}
