import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { LlmFault } from './llm-fault.ts'
import type { OpenAiService } from './openai-client.ts'

/**
 * Requests the list of models and ignores what it holds: that costs no tokens.
 * @throws LlmFault when the service does not answer or refuses the key
 */
export async function checkReachable(options: {
  config: Pick<OpenAiService, 'baseUrl' | 'apiKey'>
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
    if (status === 401 || status >= 500) throw new LlmFault('http_status', { httpStatus: status })
  } catch (error) {
    if (signal.aborted) throw new LlmFault('timeout')
    if (!(error instanceof LlmFault)) throw new LlmFault('connection')
    // A list that is too long, compressed or elsewhere still shows a service that answers.
    const { kind, httpStatus = 500 } = error
    if (kind === 'connection' || (kind === 'http_status' && (httpStatus === 401 || httpStatus >= 500)))
      throw error
  }
}
