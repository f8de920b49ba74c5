import { Type as t } from '@sinclair/typebox'
import { visible } from '../diagnose/answers.ts'
import { DiagnosticAnswers } from '../model.ts'

/** The shapes of the chat's bodies. */

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
