import { plainText } from '../scan/page/clean-text.ts'
import type { CatalogProblem } from './check-catalog.ts'

/** Texts of the catalog stand in answers and pages as they are, so what a reader cannot see must not hide in them. */
export function textProblems(document: unknown): CatalogProblem[] {
  const problems: CatalogProblem[] = []
  // A list of what is still to be read, as a document may nest deeper than the stack.
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

/** Deeper than any place that the schema knows; what lies below is refused by the schema. */
const pathMax = 500
