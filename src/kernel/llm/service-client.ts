import OpenAI from 'openai'
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import type { ModelService } from './llm.ts'

/** A client that tries once, logs nothing, reads answers of a bounded size, and takes nothing from the environment. */
export function createServiceClient(options: {
  service: ModelService
  responseBytesMax: number
  fetch: Fetch
}): OpenAI {
  const { service, responseBytesMax, fetch } = options
  return new OpenAI({
    baseURL: service.baseUrl,
    apiKey: service.apiKey ?? 'none',
    // The library reads what is not given from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: service.apiKey === undefined ? { authorization: null } : {},
    logLevel: 'off',
    // Its own tries wait as long as the other side asks for.
    maxRetries: 0,
    fetch: createBoundedFetch({ fetch, bytesMax: responseBytesMax }),
  })
}
