import OpenAI from 'openai'
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'

/** One model of a service with OpenAI's API: a language model or an image model. */
export interface OpenAiService {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Undefined for services that need none. */
  apiKey: string | undefined
  /** Name of the model. */
  name: string
}

/** A client that does not retry, logs nothing, bounds the size of responses, and reads nothing from the environment. */
export function createOpenAiClient(options: {
  service: OpenAiService
  responseBytesMax: number
  fetch: Fetch
}): OpenAI {
  const { service, responseBytesMax, fetch } = options
  return new OpenAI({
    baseURL: service.baseUrl,
    apiKey: service.apiKey ?? 'none',
    // What is not given is read from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: service.apiKey === undefined ? { authorization: null } : {},
    logLevel: 'off',
    // The library's own retries wait as long as the service asks for.
    maxRetries: 0,
    fetch: createBoundedFetch({ fetch, bytesMax: responseBytesMax }),
  })
}
