import { visibleText } from '../../../kernel/web/html.ts'

/** An answer of the API as it may be shown: no text in it can change the order of letters, or hide some. */
export function visibleTexts<Value>(answer: Value): Value {
  return JSON.parse(JSON.stringify(answer), (_, member: unknown) =>
    typeof member === 'string' ? visibleText(member) : member,
  )
}
