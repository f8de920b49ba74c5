import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { problemText } from '../../kernel/http/invalid-request.ts'
import type { FieldProblem } from '../../kernel/runtime/app-error.ts'
import { Catalog } from './catalog.ts'
import { crossProblems } from './cross-problems.ts'
import { textProblems } from './text-problems.ts'

/** `path` is a JSON pointer into the document; `message` is what must hold there, such as `must be unique`. */
export type CatalogVerdict = { catalog: Catalog } | { problems: readonly FieldProblem[] }

/** Checks a whole document; returns every problem with its path. */
export function checkCatalog(document: unknown): CatalogVerdict {
  const problems = [
    ...schemaProblems(Catalog, document),
    ...textProblems(document),
    ...crossProblems(document),
  ]
  return problems.length === 0 && Value.Check(Catalog, document) ? { catalog: document } : { problems }
}

function schemaProblems(schema: TSchema, document: unknown): FieldProblem[] {
  const byPath = new Map<string, FieldProblem>()
  for (const error of Value.Errors(schema, document)) {
    const { path, value } = error
    // One problem per path: the first is the cause of the others.
    if (!byPath.has(path)) byPath.set(path, { path, message: `${ruleOf(error)}: ${stateOf(value)}` })
  }
  return [...byPath.values()]
}

/** The violated rule, in words. */
function ruleOf(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return 'must not be there'
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'must be there'
  const { pattern, description } = error.schema
  if (error.type === ValueErrorType.StringPattern && pattern !== '\\S' && description !== undefined)
    return `must be as its description says (${description})`
  return problemText(error)
}

function stateOf(value: unknown): string {
  if (value === undefined) return 'it is missing'
  const text = JSON.stringify(value) ?? String(value)
  return `current value is ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`
}
