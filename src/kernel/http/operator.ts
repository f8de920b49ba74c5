import { createHash, timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countedAs } from '../runtime/caller-networks.ts'
import { kernelError } from '../runtime/errors.ts'
import type { Connections } from './connections.ts'
import { quotaUsedUp } from './rate-limit.ts'

/** Decides who may change how this process behaves. */
export type OperatorGate = ReturnType<typeof createOperatorGate>

const wrongTokensPerMinute = 10

/**
 * With a token, its holders are operators; without, callers on this machine. Pages of other sites in an operator's
 * browser are refused by their `Origin`.
 */
export function createOperatorGate(options: {
  token: string | undefined
  connections: Pick<Connections, 'isOfOwnUser'>
  /** Origins whose pages may call, such as our own. */
  origins: readonly string[]
  /**
   * Whether callers on this machine may act without a token: only while the server listens on loopback and trusts no
   * proxy, as the requests of others come over loopback otherwise.
   */
  allowsLocal: boolean
  /**
   * Whether a public address is configured. That means a proxy in front, which may add no header that
   * distinguishes its requests from local ones: then no request is local.
   */
  hasPublicAddress: boolean
  callerOf: (request: Request) => string
}) {
  const { token, connections, allowsLocal, hasPublicAddress, callerOf } = options
  const expected = token === undefined ? undefined : digest(token)
  const origins = new Set(options.origins.flatMap(alsoByLoopbackNames))
  const wrongTokens = new RateLimiterMemory({ points: wrongTokensPerMinute, duration: 60 })
  const isForeign = (request: Request) => {
    const origin = request.headers.get('origin')
    if (origin !== null) return !origins.has(origin)
    // Browsers send no Origin with reads such as those of images.
    return ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')
  }
  const requireToken = async (request: Request, wanted: Buffer) => {
    const counted = countedAs(callerOf(request), wrongTokensPerMinute)
    // Checked before the token is compared: after too many wrong ones a correct guess gets the same response.
    for (const [name, most] of counted) {
      const wrong = await wrongTokens.get(name)
      if (wrong !== null && wrong.consumedPoints >= most)
        throw quotaUsedUp('operator', most, wrong.msBeforeNext)
    }
    const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return
    if (given !== undefined) for (const [name] of counted) await wrongTokens.penalty(name)
    throw kernelError('operator_token_required')
  }
  return {
    /** Whether a request was made on this machine, not by a page of another site and not by way of a proxy. */
    isLocal: (request: Request) =>
      !hasPublicAddress && !isForeign(request) && isLocalRequest(request, connections),
    /**
     * @throws AppError 401 without the right token where one is set, 429 after too many wrong ones, 403 from
     * elsewhere where none is set
     */
    async admit(request: Request) {
      if (isForeign(request)) throw kernelError('foreign_origin')
      if (expected !== undefined) return await requireToken(request, expected)
      if (!allowsLocal || hasPublicAddress) throw kernelError('operator_token_unset')
      if (request.headers.has('authorization')) throw kernelError('key_not_operator')
      if (!isLocalRequest(request, connections)) throw kernelError('not_local')
    },
  }
}

/** Headers that proxies and content delivery networks add. */
const forwardingHeader =
  /^(.*forwarded.*|via|x-(original-)?host|.*real-ip|x-envoy-.+|cdn-loop|cf-.+|.*(client|remote|originating|user|connection)-?(ip|addr))$/
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

/**
 * Whether a request was made on this machine, by a program of the user of this process or of root, by a loopback name, and
 * not by way of a proxy. The name excludes pages whose own name resolves to loopback; the user excludes a proxy that adds
 * no header, as a proxy runs for a user of its own.
 */
function isLocalRequest(request: Request, connections: Pick<Connections, 'isOfOwnUser'>): boolean {
  return (
    loopbackHost.test(request.headers.get('host') ?? '') &&
    ![...request.headers.keys()].some((name) => forwardingHeader.test(name)) &&
    connections.isOfOwnUser(request)
  )
}

/** Of equal length for every input, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** An origin; of this machine, by each of its names. */
export function alsoByLoopbackNames(origin: string): string[] {
  const url = new URL(origin)
  if (!loopbackNames.includes(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return loopbackNames.map((host) => `${url.protocol}//${host}${port}`)
}
