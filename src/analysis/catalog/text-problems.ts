import type { FieldProblem } from '../../kernel/runtime/app-error.ts'
import { plainText } from '../text/clean-text.ts'

/** Catalog texts appear verbatim in responses and pages, so they must not contain invisible characters. */
export function textProblems(document: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  // An explicit stack, as a document may nest deeper than the call stack.
  const open: Array<{ path: string; value: unknown }> = [{ path: '', value: document }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && value !== plainText(value)) {
      problems.push({ path, message: 'must be one line without invisible characters or blanks around it' })
    }
    if (typeof value !== 'object' || value === null || path.length > pathMax) continue
    const members = Object.entries(value).map(([key, member]) => ({
      path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value: member,
    }))
    open.push(...members.reverse())
  }
  return problems
}

/** Deeper than the schema; anything below is rejected by the schema. */
const pathMax = 500
