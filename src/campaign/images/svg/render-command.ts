import { join } from 'node:path'
import { embedded } from '../../../kernel/embedded.ts'

/** The hidden first argument with which this program draws one SVG and ends. */
export const renderChildWord = '__render-svg'

/** How to start the process that draws: from its sources, or as the executable it was compiled into. */
export function renderChildCommand(): readonly string[] {
  return embedded === undefined
    ? [process.execPath, join(import.meta.dir, 'render-child-entry.ts')]
    : [process.execPath, renderChildWord]
}
