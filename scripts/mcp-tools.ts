import { join } from 'node:path'
import published from '../src/mcp/operations.json' with { type: 'json' }
import { pathsOf, toolsOf } from '../src/mcp/tools.ts'

/**
 * Makes the tools of `POST /mcp` from the OpenAPI description, prints how many, and exits with 1 for an operation that is
 * not there or cannot become a tool.
 */
const description = await Bun.$`${process.execPath} src/main.ts openapi`
  .cwd(join(import.meta.dir, '..'))
  .json()
const known = pathsOf(description)
const missing = published.tools.filter((name) => !known.has(name))
if (missing.length > 0) {
  console.error(`src/mcp/operations.json names operations that are not there: ${missing.join(', ')}`)
  process.exit(1)
}
try {
  console.log(`${toolsOf(description, published.tools).length} tools`)
} catch (error) {
  console.error(String(error))
  process.exit(1)
}
