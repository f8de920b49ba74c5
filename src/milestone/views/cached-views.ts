import {
  cachedResponse,
  changesOf,
  createCachedResponses,
  sendCached,
} from '../../kernel/http/cached-responses.ts'
import { contextOf } from '../../kernel/http/request-context.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { milestoneError } from '../errors.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { Snapshot } from './snapshot.ts'

/** What of a request a view is cached and counted by. */
interface ViewRequest {
  request: Request
  route: string
}

/** Views of the read model as responses. */
export type CachedViews = ReturnType<typeof createCachedViews>

const pagesMax = 200

/** `revisions` are the counters that change with what views are made from. */
export function createCachedViews({
  readModel,
  deployment,
  freshness,
  clock,
  revisions,
}: {
  readModel: ReadModel
  deployment: Pick<Deployment, 'chainId'>
  freshness: () => { stale: boolean; reason: string }
  /** In whole seconds: pages say how much time is left. */
  clock: () => number
  revisions: readonly (() => number)[]
}) {
  const counters = [() => readModel.revision, () => Number(freshness().stale), ...revisions]
  const responses = createCachedResponses(counters)
  const hasChanged = changesOf([...counters, clock])
  const pages = new Map<string, Promise<Response>>()
  const snapshot = (): Snapshot => {
    const { head } = readModel
    const { stale, reason } = freshness()
    if (head === undefined) throw milestoneError('not_ready', reason)
    const { number: blockNumber, hash: blockHash, timestamp } = head
    return {
      readModel,
      asOf: { chainId: deployment.chainId, blockNumber, blockHash, timestamp, stale },
    }
  }
  return {
    /** The state of the model, in one synchronous step with the view that reads it. @throws not_ready */
    snapshot,
    /** A pure view, made once per address and state of the model. */
    cached({ request, route }: ViewRequest, view: (snapshot: Snapshot) => unknown) {
      const { id, address } = contextOf(request)
      return sendCached(
        request,
        responses.findOrMake(address, route, () => view(snapshot())),
        id,
      )
    },
    /** A view that changes with every request. */
    uncached: ({ request, route }: ViewRequest, value: unknown) =>
      sendCached(request, cachedResponse(route, value), contextOf(request).id),
    find: (address: string) => responses.find(address),
    /** A page that is the same for everybody, made once per address, state of the model and second. */
    async page(request: Request, make: () => Promise<Response>) {
      const { address } = contextOf(request)
      if (hasChanged() || pages.size >= pagesMax) pages.clear()
      const page = pages.get(address) ?? make()
      pages.set(address, page)
      page.catch(() => pages.delete(address))
      return (await page).clone()
    },
  }
}
