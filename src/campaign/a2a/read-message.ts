import type { Message } from '@a2a-js/sdk'
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors'
import { Value } from '@sinclair/typebox/value'
import type { StoredRequest } from '../agent/plan-run.ts'
import { AgentRequest } from '../requests/request.ts'

/**
 * The run that a message asks for: its texts are the command, a data part is the request of `POST /api/agent` or its
 * `parameters`, and a picture's address is the base image.
 * @throws ContentTypeNotSupportedError, RequestMalformedError
 */
export function readMessage({ parts }: Pick<Message, 'parts'>): AgentRequest {
  const texts: string[] = []
  let given: Record<string, unknown> = {}
  let baseImageUrl: string | undefined
  for (const { content, mediaType } of parts) {
    if (content?.$case === 'text') texts.push(content.value)
    else if (content?.$case === 'data') given = { ...given, ...requestOf(content.value) }
    else if (content?.$case === 'url' && /^(image\/|$)/.test(mediaType)) baseImageUrl = content.value
    else if (content === undefined) throw new RequestMalformedError('Cannot read a part without content')
    else
      throw new ContentTypeNotSupportedError(
        'Cannot take this part: send text, data, or the URL of a picture; upload files to POST /api/upload-logo',
      )
  }
  if (typeof given['command'] === 'string') texts.push(given['command'])
  const request: unknown = {
    ...given,
    ...(texts.length > 0 && { command: texts.join('\n') }),
    ...(baseImageUrl !== undefined && { parameters: { baseImageUrl, ...Object(given['parameters']) } }),
  }
  if (Value.Check(AgentRequest, request)) return request
  const [first] = [...Value.Errors(AgentRequest, request)]
  const field = first?.path.slice(1).replaceAll('/', '.') ?? ''
  throw new RequestMalformedError({
    message: `Cannot run this message: ${field} ${first?.message ?? 'is not valid'}`.slice(0, 500),
    metadata: { error: 'invalid_request', field: field.slice(0, 200) },
  })
}

function requestOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestMalformedError('Cannot read the data part: it must be a JSON object')
  return 'command' in value || 'parameters' in value ? { ...value } : { parameters: { ...value } }
}

/** A follow-up of a draft with changes requested: the request of the draft, and what the message adds or replaces. */
export function followUp(earlier: StoredRequest, message: AgentRequest, revises: string): StoredRequest {
  const { reviewed } = earlier
  const command = [earlier.command, message.command].filter((text) => text !== undefined).join('\n')
  return {
    ...(command !== '' && { command }),
    parameters: { ...earlier.parameters, ...message.parameters, revises },
    ...(reviewed && message.parameters?.text === undefined && { reviewed }),
  }
}
