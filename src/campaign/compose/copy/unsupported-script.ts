import type { AppError } from '../../../kernel/runtime/app-error.ts'
import { campaignError } from '../../errors.ts'
import { scriptOf } from './script-of.ts'

/** @param example a grapheme of the copy that cannot be drawn */
export function unsupportedScript(example: string): AppError {
  return campaignError('script_unsupported', example, scriptOf(example)?.name)
}
