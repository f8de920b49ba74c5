import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { within } from '../runtime/async.ts'
import { kernelError, messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { Problem } from './problem-schema.ts'
import type { RouteBase } from './route-base.ts'
import { Texts } from './schema-parts.ts'

/** One part that must work before this process is ready for requests. */
export interface ReadyCheck {
  name: string
  /** Throws, or returns why it is not usable; undefined means it is. */
  check: () => Promise<string | undefined> | string | undefined
}

/** A check that has not answered after `checkMsMax` counts as failed. */
export function healthRoutes(
  routeBase: RouteBase,
  {
    checks,
    metrics,
    log,
    checkMsMax = 2_000,
  }: { checks: readonly ReadyCheck[]; metrics: Metrics; log?: Log; checkMsMax?: number },
) {
  return new Elysia({ name: 'kernel.health', tags: ['service'], normalize: false })
    .use(routeBase)
    .get('/healthz', () => ({ status: 'up' as const }), {
      access: 'public',
      response: { 200: t.Object({ status: t.Literal('up') }, { description: 'This process runs' }) },
      detail: { summary: 'Whether this process runs', operationId: 'healthz' },
    })
    .get(
      '/readyz',
      async () => {
        const failing = (await Promise.all(checks.map((check) => runCheck(check, checkMsMax, log)))).filter(
          (result) => result !== undefined,
        )
        if (failing.length === 0) return { status: 'ready' as const, checked: checks.map(({ name }) => name) }
        throw kernelError('not_ready', failing)
      },
      {
        access: 'public',
        response: {
          200: t.Object(
            { status: t.Literal('ready'), checked: Texts('Parts that are usable', ['database', 'chain']) },
            { description: 'All parts are usable' },
          ),
          503: Problem,
        },
        detail: { summary: 'Whether database, chain and read model are usable', operationId: 'readyz' },
      },
    )
    .get(
      '/metrics',
      async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
      { access: 'public', detail: { hide: true } },
    )
}

async function runCheck(
  { name, check }: ReadyCheck,
  checkMsMax: number,
  log: Log | undefined,
): Promise<{ name: string; reason: string } | undefined> {
  const late = new Error(`no answer within ${checkMsMax} ms`)
  try {
    const reason = await within(check(), checkMsMax, () => late)
    return reason === undefined ? undefined : { name, reason }
  } catch (error) {
    if (error === late) return { name, reason: late.message }
    // A driver's text may contain addresses: it belongs in the log, not in a public response.
    log?.warn('a readiness check failed', { check: name, error: messageOf(error) })
    return { name, reason: 'no answer: see the log' }
  }
}
