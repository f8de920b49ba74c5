import { Elysia } from 'elysia'
import type { Quota } from '../../kernel/http/admission.ts'
import { jsonBytesMax, readRequestBytes } from '../../kernel/http/bounded-body.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { kernelError } from '../../kernel/runtime/errors.ts'
import type { CampaignDeps } from '../deps.ts'
import type { HandlerDeps } from './handler.ts'

/** `POST /a2a`: the agent by the A2A protocol, versions 1.0 and 0.3 over JSON-RPC. */
export function a2aRoutes(routeBase: RouteBase, deps: CampaignDeps & { quotas: { agent: Quota } }) {
  const countRun: HandlerDeps['countRun'] = (caller, request) =>
    deps.quotas.agent.take(caller.countedAs ?? caller.id, request)
  return new Elysia({ name: 'campaign.a2a', normalize: false }).use(routeBase).post(
    '/a2a',
    async ({ request, caller }) => {
      if (!/^application\/(a2a\+)?json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
        throw kernelError('unsupported_media_type', { takesFiles: false, takesJson: true })
      const text = new TextDecoder().decode(await readRequestBytes(request, jsonBytesMax))
      // The package is loaded with the first call, as most of a start is loading.
      const { answerA2a } = await import('./endpoint.ts')
      return await answerA2a({ ...deps, countRun }, { caller, request, text })
    },
    { access: 'caller', quota: 'campaign', quietSecondsMax: 120, detail: { hide: true } },
  )
}
