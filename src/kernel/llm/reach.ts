import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import type { ModelService } from './llm.ts'
import { ModelFault } from './llm-fault.ts'

/**
 * Whether somebody answers for the model, asked in a way that costs no tokens: by the list of models, whatever it holds.
 * @throws ModelFault when nobody does, or the key is refused
 */
export async function reachModel(options: {
  config: Pick<ModelService, 'baseUrl' | 'apiKey'>
  responseBytesMax: number
  totalMs: number
  fetch: Fetch
}): Promise<void> {
  const { config, responseBytesMax, totalMs } = options
  const fetch = createBoundedFetch({ fetch: options.fetch, bytesMax: responseBytesMax })
  const signal = AbortSignal.timeout(Math.ceil(totalMs))
  const headers = config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }
  try {
    const { status } = await fetch(`${config.baseUrl.replace(/\/+$/, '')}/models`, { headers, signal })
    if (status === 401 || status >= 500) throw new ModelFault('http_status', { httpStatus: status })
  } catch (error) {
    if (signal.aborted) throw new ModelFault('timeout')
    if (!(error instanceof ModelFault)) throw new ModelFault('connection')
    // A long list, a packed one or one that has moved shows a service that is there all the same.
    const { kind, httpStatus = 500 } = error
    if (kind === 'connection' || (kind === 'http_status' && (httpStatus === 401 || httpStatus >= 500)))
      throw error
  }
}
