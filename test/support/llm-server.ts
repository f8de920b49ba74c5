/** A service with OpenAI's chat completions on this machine, which plays what a test sets. */

export interface SeenPrompt {
  system: string
  user: string
  /** What stands between the fences. */
  data: unknown
  headers: Headers
  body: Record<string, unknown>
}

export type Play = (prompt: SeenPrompt, call: number) => Response | string | Promise<Response | string>

export type LlmServer = ReturnType<typeof startLlmServer>

export function startLlmServer(first: Play) {
  let play = first
  const prompts: SeenPrompt[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
        return new Response('moved here', { status: 418 })
      }
      const body = recordOf(await request.json())
      const [system = '', user = ''] = messagesOf(body)
      const prompt = { system, user, data: dataOf(user), headers: request.headers, body }
      const answer = await play(prompt, prompts.push(prompt))
      return typeof answer === 'string' ? completion(answer) : answer
    },
  })
  return {
    /** As a setting would name it. */
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    prompts,
    play: (next: Play) => {
      play = next
    },
    stop: () => server.stop(true),
  }
}

/** What a well-behaved service answers; `changes` replace members. */
export function completion(content: unknown, changes: Record<string, unknown> = {}): Response {
  return Response.json({
    id: 'c1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'played',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 80, completion_tokens: 20, total_tokens: 100 },
    ...changes,
  })
}

/** Never answers. */
export function silence(): Promise<never> {
  return new Promise(() => {})
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function messagesOf(body: Record<string, unknown>): string[] {
  const { messages } = body
  return Array.isArray(messages) ? messages.map((message) => String(recordOf(message)['content'])) : []
}

function dataOf(user: string): unknown {
  const json = /^<data>\n(.*)\n<\/data>$/s.exec(user)?.[1]
  return json === undefined ? undefined : JSON.parse(json)
}
