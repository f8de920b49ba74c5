import { join } from 'node:path'

/** The hidden first argument that starts this program as a parse child. */
export const parseChildWord = '__parse'

/** Virtual roots of a compiled executable's modules, on Unix and Windows. */
const embeddedRoots = ['/$bunfs/', 'B:\\~BUN\\', 'B:/~BUN/']

/** The command that starts this program as a parse child: from its sources, or as a compiled executable. */
export function parseChildCommand(): readonly string[] {
  const compiled = embeddedRoots.some((root) => import.meta.path.startsWith(root))
  return compiled
    ? [process.execPath, parseChildWord]
    : [process.execPath, join(import.meta.dir, '../../../main.ts'), parseChildWord]
}
