import type { Tool } from './tool.ts'
import rows from './tools.json' with { type: 'json' }

/** Every business tool that a scan can recognise. */
export const toolTable: readonly Tool[] = rows
