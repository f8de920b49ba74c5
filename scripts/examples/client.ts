import createClient from 'openapi-fetch'
import type { paths } from './cairn-api.d.ts'

/** Server of the examples: the first argument, else a demo on this machine. */
export const server = process.argv[2] ?? 'http://127.0.0.1:8787'
/** Its operations, typed by `cairn-api.d.ts`, which is generated from the OpenAPI description. */
export const cairn = createClient<paths>({ baseUrl: server })

/** The answer of a request. @throws Error with the words of a refusal */
export async function answerOf<Answer>(
  request: Promise<{ data?: Answer; error?: unknown; response: Response }>,
): Promise<Answer> {
  const { data, error, response } = await request
  if (data !== undefined) return data
  throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
}
