import { createHash, timingSafeEqual } from 'node:crypto'
import type { Connections } from './connections.ts'
import { RequestRefused } from './problem.ts'

/** Decides who may change how this process behaves. */
export interface OperatorGate {
  /** @throws RequestRefused 401 without the right token where one is set, 403 from elsewhere where none is */
  admit(request: Request): void
}

/**
 * With a token, whoever has it; without, whoever is on this machine. A page of another site in an operator's browser is
 * neither: its requests carry an `Origin` that is not ours.
 */
export function createOperatorGate(options: {
  token: string | undefined
  connections: Pick<Connections, 'addressOf'>
  /** Origins whose pages may call, such as our own. */
  origins: readonly string[]
}): OperatorGate {
  const { token, connections } = options
  const expected = token === undefined ? undefined : digest(token)
  const origins = new Set(options.origins.flatMap(alsoByLoopbackNames))
  return {
    admit(request) {
      const origin = request.headers.get('origin')
      if (origin !== null && !origins.has(origin)) {
        throw new RequestRefused(
          403,
          'forbidden',
          'Pages of this origin may not call this: CORS_ORIGINS lists those that may',
        )
      }
      if (expected === undefined) {
        if (!isLoopback(connections.addressOf(request))) {
          throw new RequestRefused(
            403,
            'forbidden',
            'Only callers on the same machine may do this: set OPERATOR_TOKEN to let others',
          )
        }
        return
      }
      const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      if (!timingSafeEqual(digest(given), expected)) {
        throw new RequestRefused(
          401,
          'unauthorized',
          'Cannot do this without the operator’s token: send Authorization: Bearer …',
          {
            headers: { 'www-authenticate': 'Bearer' },
          },
        )
      }
    },
  }
}

/** Of equal length whatever is given, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain)
}

/** A server on 127.0.0.1 is also opened as localhost. */
function alsoByLoopbackNames(origin: string): string[] {
  const url = new URL(origin)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)
}
