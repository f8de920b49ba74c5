import { type AnswerField, answerFields } from '../catalog/catalog.ts'
import type { DiagnosticAnswers } from './schema.ts'

/** The answers of one field as given, without blank ones. */
export function answersTo(field: AnswerField, answers: DiagnosticAnswers): readonly string[] {
  const given = answers[field] ?? []
  return (typeof given === 'string' ? [given] : given).filter((answer) => !isBlank(answer))
}

/** Whether there is any answer, understood or not. */
export function hasSignal(answers: DiagnosticAnswers): boolean {
  return answerFields.some((field) => answersTo(field, answers).length > 0)
}

/** White space and invisible characters; JSON Schema patterns have no character properties. */
const blank =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8'
/** Pattern of a visible character: in the basic plane, or a surrogate pair outside the plane of invisible tags. */
export const visible = `[^${blank}\\ud800-\\udfff]|[\\ud800-\\udb3f\\udb80-\\udbff][\\udc00-\\udfff]`

const visibleCharacter = new RegExp(visible)

function isBlank(answer: string): boolean {
  return !visibleCharacter.test(answer)
}
