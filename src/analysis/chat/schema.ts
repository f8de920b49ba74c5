import { Type as t } from '@sinclair/typebox'
import { Text } from '../../kernel/http/text-schemas.ts'
import { visible } from '../diagnose/answers.ts'
import { DiagnosticAnswers } from '../diagnose/schema.ts'

export const ChatRequest = t.Object(
  {
    message: Text({
      minLength: 1,
      maxLength: 1000,
      pattern: visible,
      description: 'A question about a product or the service',
      examples: ['Does Receivables write to customers by itself?'],
    }),
    productKey: t.Optional(
      t.String({
        description: 'The current product; unknown keys are ignored',
        examples: ['receivables'],
      }),
    ),
    ...DiagnosticAnswers.properties,
  },
  { title: 'ChatRequest', additionalProperties: true, description: 'A question, and answers already given' },
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
      { description: 'Questions of the catalog whose answers the reply quotes' },
    ),
    by: t.Union([t.Literal('rules'), t.Literal('model')], { examples: ['rules'] }),
  },
  { description: 'An answer from the catalog' },
)
export type ChatAnswer = typeof ChatAnswer.static
