import { Type as t } from '@sinclair/typebox'
import { DiagnosticAnswers } from './model.ts'

/** The shapes of the chat's bodies. */

/** White space and the characters that show nothing; JSON Schema knows no character properties. */
const blank =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8'
/** Something to see: outside the planes of pairs, or a pair of a plane other than that of invisible tags. */
const visible = `[^${blank}\\ud800-\\udfff]|[\\ud800-\\udb3f\\udb80-\\udbff][\\udc00-\\udfff]`

export const ChatRequest = t.Object(
  {
    message: t.String({
      minLength: 1,
      maxLength: 1000,
      pattern: visible,
      description: 'A question about a product or the service',
      examples: ['Does Receivables write to customers by itself?'],
    }),
    productKey: t.Optional(
      t.String({
        description: 'The product that the talk is about; an unknown one is as good as none',
        examples: ['receivables'],
      }),
    ),
    ...DiagnosticAnswers.properties,
  },
  { description: 'What is asked, and what is known of who asks' },
)
export type ChatRequest = typeof ChatRequest.static

export const ChatAnswer = t.Object(
  {
    reply: t.String({ description: 'Plain text', examples: ['No. It drafts, a person decides.'] }),
    sources: t.Array(
      t.Object({
        productKey: t.Union([t.String(), t.Null()], {
          description: 'Null for questions about the service itself',
          examples: ['receivables'],
        }),
        faq: t.String({ examples: ['Does Receivables write to customers by itself?'] }),
      }),
      { description: 'Questions of the catalog whose answers the reply stands on' },
    ),
    by: t.Union([t.Literal('rules'), t.Literal('model')], { examples: ['rules'] }),
  },
  { description: 'An answer that stands on the catalog' },
)
export type ChatAnswer = typeof ChatAnswer.static
