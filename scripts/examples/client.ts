import createClient from 'openapi-fetch'
import type { paths } from './cairn-api.d.ts'

/** Server of the examples: the first argument, else a demo on this machine. */
export const server = process.argv[2] ?? 'http://127.0.0.1:8787'
/** Its operations, typed by `cairn-api.d.ts`, which is generated from the OpenAPI description. */
export const cairn = createClient<paths>({ baseUrl: server })

/** The answer of a request; a refusal, or no server, ends the example with one line. */
export async function answerOf<Answer>(
  request: Promise<{ data?: Answer; error?: unknown; response: Response }>,
): Promise<Answer> {
  const { data, error, response } = await request.catch(noServer)
  if (data !== undefined) return data
  const { detail } = Object(error)
  return fail(`${response.url} answered ${response.status}: ${detail ?? JSON.stringify(error)}`)
}

export const noServer = () =>
  fail(`Nothing answers at ${server}: start it by \`npx -y bun@1.4.5 run demo\`, or name another address`)

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
