import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { inWords } from '../../kernel/http/body.ts'
import { Catalog } from './catalog.ts'
import { crossProblems } from './cross-problems.ts'
import { textProblems } from './text-problems.ts'

export interface CatalogProblem {
  /** JSON pointer into the document. */
  path: string
  /** What must hold there, such as `must be unique`. */
  message: string
}

export type CatalogVerdict = { catalog: Catalog } | { problems: readonly CatalogProblem[] }

/** Judges a whole document; every problem is told, each under the place it stands at. */
export function checkCatalog(document: unknown): CatalogVerdict {
  const problems = [
    ...schemaProblems(Catalog, document),
    ...textProblems(document),
    ...crossProblems(document),
  ]
  return problems.length === 0 && Value.Check(Catalog, document) ? { catalog: document } : { problems }
}

function schemaProblems(schema: TSchema, document: unknown): CatalogProblem[] {
  const byPath = new Map<string, CatalogProblem>()
  for (const error of Value.Errors(schema, document)) {
    const { path, value } = error
    // One sentence per place: the first says most, the others follow from it.
    if (!byPath.has(path)) byPath.set(path, { path, message: `${wish(error)}: ${state(value)}` })
  }
  return [...byPath.values()]
}

/** What must hold, in words. */
function wish(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return 'must not be there'
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'must be there'
  const { pattern, description } = error.schema
  if (error.type === ValueErrorType.StringPattern && pattern !== '\\S' && description !== undefined)
    return `must be as its description says (${description})`
  return inWords(error)
}

function state(value: unknown): string {
  if (value === undefined) return 'it is missing'
  const text = JSON.stringify(value) ?? String(value)
  return `current value is ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`
}
