import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createBudget, type Egress, type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { createBoundedFetch, type Fetch } from '../../kernel/llm/bounded-fetch.ts'
import { createServiceBreaker, type ServiceBreaker } from '../../kernel/llm/breaker.ts'
import { LlmFault, type LlmFaultKind } from '../../kernel/llm/llm-fault.ts'
import { createOpenAiClient, faultOf, type OpenAiService } from '../../kernel/llm/openai-client.ts'
import { pause } from '../../kernel/runtime/async.ts'
import type { Log } from '../../kernel/runtime/log.ts'

export interface ImageRequest {
  prompt: string
  /** Omitted on retry when the service rejects it. */
  seed?: number
  signal?: AbortSignal | undefined
}

export interface ImageModel {
  /**
   * A PNG, JPEG or WebP as received; contents and size are not checked here.
   * @throws LlmFault within the time limit when there is none; the signal's reason when the caller aborts
   */
  generate(request: ImageRequest): Promise<Uint8Array<ArrayBuffer>>
  readonly state: ServiceBreaker['state']
}

export interface ImageModelLimits {
  /** Total: both attempts, the pause between them and the download. */
  totalMs: number
  /** Unless the service sends Retry-After. */
  retryAfterMs: number
  imageBytesMax: number
  faultsToOpen: number
  openMs: number
}

export interface ImageModelDeps {
  /** For images that a response refers to by URL. */
  egress: Egress
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  fetch?: Fetch
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  limits?: Partial<ImageModelLimits>
}

const usualLimits: ImageModelLimits = {
  totalMs: 90_000,
  retryAfterMs: 1_000,
  imageBytesMax: 30_000_000,
  faultsToOpen: 5,
  openMs: 60_000,
}

/** Which every service supports. */
const size = '1024x1024'
const exclusions = 'No text, no letters, no logos, no watermark.'
/** Allowance for the rest of a response beside its image. */
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

/** Client of any service with OpenAI's image generations API, which returns an image in base64 or its URL. */
export function createImageModel(service: OpenAiService, deps: ImageModelDeps): ImageModel {
  const { egress, log, now, fetch = globalThis.fetch, sleep = pause } = deps
  const limits = { ...usualLimits, ...deps.limits }
  const { totalMs, retryAfterMs, imageBytesMax, faultsToOpen, openMs } = limits
  const responseBytesMax = Math.ceil((imageBytesMax * 4) / 3) + envelopeBytesMax
  const client = createOpenAiClient({ service, responseBytesMax, fetch })
  let takesSeed = true

  const breaker: ServiceBreaker = createServiceBreaker({
    faultsToOpen,
    openMs,
    now,
    // An aborted probe does not show that the service is healthy.
    isFault: (error) => !isRefusal(error) && (!isAborted(error) || breaker.state !== 'closed'),
    onChange: (state) =>
      state === 'open'
        ? log.warn('image model calls suspended after repeated faults', { openMs })
        : log.info('image model calls resumed'),
  })

  const ask = async ({ prompt }: ImageRequest, seed: number | undefined, signal: AbortSignal) => {
    const answer: unknown = await client.images.generate(
      {
        model: service.name,
        prompt: `${prompt}\n\n${exclusions}`,
        n: 1,
        size,
        ...(seed === undefined ? {} : { seed }),
      },
      { signal },
    )
    const image = Value.Check(Answer, answer) ? answer.data[0] : undefined
    if (image?.b64_json) return new Uint8Array(Buffer.from(image.b64_json, 'base64'))
    if (!image?.url) throw new LlmFault('malformed')
    const download = { serviceUrl: service.baseUrl, egress, fetch, bytesMax: imageBytesMax, msMax: totalMs }
    return await downloadImage(image.url, { ...download, signal })
  }
  /** OpenAI rejects `seed`, as it rejects every unknown member. */
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
        signal.throwIfAborted()
        const bytes = await askWithSeed(request, signal)
        if (!isImage(bytes)) throw new LlmFault('malformed')
        return bytes
      } catch (error) {
        if (request.signal?.aborted) throw new LlmFault('aborted')
        throw timeout.aborted ? new LlmFault('timeout') : faultOf(error)
      }
    }
    try {
      return await attempt(0)
    } catch (error) {
      if (!(error instanceof LlmFault) || !error.isTransient) throw error
      const waitMs = error.retryAfterMs ?? retryAfterMs
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

/** Whether a healthy service rejected this request, for example for its prompt. */
function isRefusal(error: unknown): boolean {
  return error instanceof LlmFault && (error.httpStatus === 400 || error.httpStatus === 422)
}

function isAborted(error: unknown): boolean {
  return error instanceof LlmFault && error.kind === 'aborted'
}

/** By the first bytes of PNG, JPEG and WebP. */
function isImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF.{4}WEBP)/s.test(head)
}

const accept = 'image/png, image/jpeg, image/webp'
const redirectsMax = 3

const kindOf: Readonly<Record<EgressReason, LlmFaultKind>> = {
  invalid_url: 'malformed',
  not_allowed: 'malformed',
  redirects: 'malformed',
  protocol: 'malformed',
  too_large: 'too_large',
  timeout: 'timeout',
  aborted: 'aborted',
  dns: 'connection',
  connect: 'connection',
  tls: 'connection',
}

/**
 * Downloads the image that an image model's response refers to. The service's own origin, which may be on this network,
 * is fetched directly and without the key; any other URL is treated as untrusted.
 * @throws LlmFault
 */
async function downloadImage(
  url: string,
  options: {
    serviceUrl: string
    egress: Egress
    fetch: Fetch
    bytesMax: number
    msMax: number
    signal: AbortSignal
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { serviceUrl, egress, bytesMax, msMax, signal } = options
  if (URL.canParse(url) && new URL(url).origin === new URL(serviceUrl).origin) {
    const fetch = createBoundedFetch({ fetch: options.fetch, bytesMax })
    const response = await fetch(url, { headers: { accept }, signal })
    return bytesOf(response.status, await response.bytes())
  }
  const limits = { wireBytesMax: bytesMax, inflatedBytesMax: bytesMax }
  const budget = createBudget({ requestsMax: 1 + redirectsMax, ...limits })
  const session = egress.open({ signal, budget, perHost: 4 })
  try {
    const { status, body } = await session.get(egress.parse(url), {
      accept,
      limits: { ...limits, redirectsMax, requestMs: msMax },
    })
    return bytesOf(status, body)
  } catch (error) {
    throw error instanceof EgressRefused ? new LlmFault(kindOf[error.reason]) : error
  } finally {
    session.close()
  }
}

function bytesOf(status: number, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (status !== 200) throw new LlmFault('http_status', { httpStatus: status })
  return bytes
}
