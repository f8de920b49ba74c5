/** Imports the files named by its arguments, and prints the regular expressions that they compose while they load. */
import type { PatternOfFile } from './source-patterns.ts'

const callerInSource = /\/(src\/analysis\/[^:)]+)/
const composed: PatternOfFile[] = []
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [pattern, flags]: [string | RegExp, string?]) {
    const made = new target(pattern, flags)
    const callers = new Error().stack?.split('\n').slice(2, 4).join('\n') ?? ''
    const file = callerInSource.exec(callers)?.[1]
    if (file !== undefined) composed.push({ file, source: made.source, flags: made.flags })
    return made
  },
})
for (const file of process.argv.slice(2)) await import(file)
await Bun.write(Bun.stdout, JSON.stringify(composed))
process.exit(0)
