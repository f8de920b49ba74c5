import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import type { Fetch } from './bounded-fetch.ts'
import { faultOf } from './fault-of.ts'
import type { ModelService } from './llm.ts'
import { ModelFault } from './llm-fault.ts'
import type { Prompt } from './prompt.ts'
import { createServiceClient } from './service-client.ts'

export interface CompletionRequest extends Prompt {
  outputTokensMax: number
  totalMs: number
}

export interface Completion {
  text: string
  /** As the other side counts them; undefined when it does not say. */
  tokens: number | undefined
}

/** One text of a model. @throws ModelFault when none comes in time, and on nothing else */
export type Complete = (request: CompletionRequest) => Promise<Completion>

const Answer = t.Object({
  choices: t.Array(
    t.Object({
      // Some services leave it out; any other reason means that the text is cut or not meant for people.
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
  config: ModelService
  responseBytesMax: number
  secondTryAfterMs: number
  fetch: Fetch
}): Complete {
  const { config, responseBytesMax, secondTryAfterMs } = options
  const client = createServiceClient({ service: config, responseBytesMax, fetch: options.fetch })
  const twice = retry(
    handleWhen((error) => error instanceof ModelFault && error.isPassing),
    {
      maxAttempts: 1,
      backoff: new ConstantBackoff(secondTryAfterMs),
    },
  )

  return async ({ system, user, outputTokensMax, totalMs }) => {
    if (totalMs <= 0) throw new ModelFault('timeout')
    const signal = AbortSignal.timeout(Math.ceil(totalMs))
    let wasAnswered = false
    const ask = async (): Promise<Completion> => {
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
      if (!Value.Check(Answer, answer)) throw new ModelFault('malformed')
      const text = answer.choices[0]?.message.content ?? ''
      return { text, tokens: Value.Check(Usage, answer) ? answer.usage.total_tokens : undefined }
    }
    const attempt = () =>
      ask().catch((error: unknown) => {
        if (signal.aborted) throw new ModelFault('timeout')
        const fault = faultOf(error)
        // What the first try may have cost is not forgotten when the second meets a closed port.
        wasAnswered ||= fault.kind === 'connection' && !fault.isUnanswered
        throw wasAnswered && fault.isUnanswered ? new ModelFault(fault.kind) : fault
      })
    return await Promise.race([twice.execute(attempt, signal), timeoutOf(signal)])
  }
}

function timeoutOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new ModelFault('timeout')), { once: true })
  })
}
