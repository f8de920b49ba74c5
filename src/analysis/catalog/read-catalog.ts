import { readFileSync, statSync } from 'node:fs'
import { isDeeperThan } from '../../kernel/http/bounded-body.ts'
import type { FieldProblem } from '../../kernel/runtime/app-error.ts'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { Catalog } from './catalog.ts'
import { checkCatalog } from './check-catalog.ts'
import { defaultCatalog } from './default-catalog.ts'

const catalogBytesMax = 1024 * 1024
const problemsShownMax = 200
/** Several times the depth of the schema. Much deeper documents would overflow the stack when errors are described. */
const levelsMax = 32

/**
 * The catalog of this server: the built-in one, or the JSON document in `file`.
 * @throws StartupError that lists all problems, one per line
 */
export function readCatalog(file: string | undefined): Catalog {
  if (file === undefined) return defaultCatalog
  const document = readDocument(file)
  if (isDeeperThan(document, levelsMax))
    throw new StartupError(
      `Cannot use CATALOG_FILE "${file}" as it must nest at most ${levelsMax} levels: it nests more`,
    )
  const verdict = checkCatalog(document)
  if ('catalog' in verdict) return verdict.catalog
  throw new StartupError(describe(file, verdict.problems))
}

function describe(file: string, problems: readonly FieldProblem[]): string {
  const lines = problems
    .slice(0, problemsShownMax)
    .map(
      ({ path, message }) =>
        `Cannot use CATALOG_FILE "${file}": ${path === '' ? 'the document' : path} ${message}`,
    )
  const more = problems.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more problems`] : [])].join('\n')
}

function readDocument(file: string): unknown {
  const content = readContent(file)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new StartupError(`Cannot use CATALOG_FILE "${file}" as it must be JSON: ${messageOf(error)}`)
  }
}

function readContent(file: string): string {
  try {
    const status = statSync(file)
    if (!status.isFile()) throw new Error('it is not a file')
    if (status.size > catalogBytesMax)
      throw new Error(`${status.size} bytes are more than ${catalogBytesMax}`)
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new StartupError(`Cannot read CATALOG_FILE "${file}": ${messageOf(error)}`, { cause: error })
  }
}
