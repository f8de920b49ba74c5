import { join } from 'node:path'

/** The hidden first argument with which this program is a parse child and nothing else. */
export const parseChildWord = '__parse'

/** Where a compiled executable keeps its modules, on Unix and on Windows. */
const embeddedRoots = ['/$bunfs/', 'B:\\~BUN\\', 'B:/~BUN/']

/** How to start this same program as a parse child: from its sources, or as the executable it was compiled into. */
export function parseChildCommand(): readonly string[] {
  const compiled = embeddedRoots.some((root) => import.meta.path.startsWith(root))
  return compiled
    ? [process.execPath, parseChildWord]
    : [process.execPath, join(import.meta.dir, '../../../main.ts'), parseChildWord]
}
