import { visibleText } from '../html.ts'

/** An API response made safe to display: no text can reorder or hide characters. */
export function visibleTexts<Value>(answer: Value): Value {
  return JSON.parse(JSON.stringify(answer), (_, member: unknown) =>
    typeof member === 'string' ? visibleText(member) : member,
  )
}
