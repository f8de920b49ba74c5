import type { AnswerField } from '../catalog/catalog.ts'

/** Display names of the questionnaire's fields. */
export const fieldWords: Readonly<Record<AnswerField, string>> = {
  role: 'role',
  painPoints: 'problem',
  tools: 'tool',
  timeline: 'timeline',
}
