import { type AnswerField, answerFields } from './catalog.ts'

/** What somebody says about a business; every part may be missing. */
export interface DiagnosticAnswers {
  role?: string
  painPoints?: string[]
  tools?: string[]
  timeline?: string
}

/** The answers of one field as they were given, blank ones left out. */
export function answersTo(field: AnswerField, answers: DiagnosticAnswers): readonly string[] {
  const given = answers[field] ?? []
  return (typeof given === 'string' ? [given] : given).filter((answer) => !isBlank(answer))
}

/** Whether anything was answered at all, understood or not. */
export function hasSignal(answers: DiagnosticAnswers): boolean {
  return answerFields.some((field) => answersTo(field, answers).length > 0)
}

/** White space, and characters that show nothing. */
function isBlank(answer: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(answer)
}
