import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { within } from '../runtime/async.ts'
import type { Fetch } from './bounded-fetch.ts'
import { LlmFault } from './llm-fault.ts'
import { createOpenAiClient, faultOf, type OpenAiService } from './openai-client.ts'
import type { Prompt } from './prompt.ts'

export interface CompletionRequest extends Prompt {
  outputTokensMax: number
  totalMs: number
}

export interface Completion {
  text: string
  /** As the service counts them; undefined when the response does not say. */
  tokens: number | undefined
}

/** @throws LlmFault, and nothing else, within the time limit */
export type Complete = (request: CompletionRequest) => Promise<Completion>

const Answer = t.Object({
  choices: t.Array(
    t.Object({
      // Some services omit it; any other reason means that the text is truncated or not for people.
      finish_reason: t.Optional(t.Union([t.Literal('stop'), t.Null()])),
      message: t.Object({
        content: t.String(),
        tool_calls: t.Optional(t.Union([t.Null(), t.Array(t.Never())])),
      }),
    }),
    { minItems: 1, maxItems: 1 },
  ),
})
const Usage = t.Object({ usage: t.Object({ total_tokens: t.Integer({ minimum: 0, maximum: 10_000_000 }) }) })

export function createCompletion(options: {
  config: OpenAiService
  responseBytesMax: number
  retryAfterMs: number
  fetch: Fetch
}): Complete {
  const { config, responseBytesMax, retryAfterMs } = options
  const client = createOpenAiClient({ service: config, responseBytesMax, fetch: options.fetch })
  const withRetry = retry(
    handleWhen((error) => error instanceof LlmFault && error.isTransient),
    {
      maxAttempts: 1,
      backoff: new ConstantBackoff(retryAfterMs),
    },
  )

  return async ({ system, user, outputTokensMax, totalMs }) => {
    if (totalMs <= 0) throw new LlmFault('timeout')
    const signal = AbortSignal.timeout(Math.ceil(totalMs))
    let mayHaveCost = false
    const request = async (): Promise<Completion> => {
      const answer: unknown = await client.chat.completions.create(
        {
          model: config.name,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          temperature: 0,
          max_tokens: outputTokensMax,
        },
        { signal },
      )
      if (!Value.Check(Answer, answer)) throw new LlmFault('malformed')
      const text = answer.choices[0]?.message.content ?? ''
      return { text, tokens: Value.Check(Usage, answer) ? answer.usage.total_tokens : undefined }
    }
    const attempt = () =>
      request().catch((error: unknown) => {
        if (signal.aborted) throw new LlmFault('timeout')
        const fault = faultOf(error)
        // A first try that may have cost tokens counts, even if the retry finds the port closed.
        mayHaveCost ||= fault.kind === 'connection' && !fault.isUnanswered
        throw mayHaveCost && fault.isUnanswered ? new LlmFault(fault.kind) : fault
      })
    return await within(withRetry.execute(attempt, signal), signal, () => new LlmFault('timeout'))
  }
}
