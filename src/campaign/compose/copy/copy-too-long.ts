import { AppError } from '../../../kernel/runtime/errors.ts'
import type { PartName } from './parts.ts'

/** Copy that no layout has room for at a legible size. */
export class CopyTooLong extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'

  /** @param letters about how many the part has too many, where that is known */
  constructor(part: PartName, letters: number | undefined) {
    super(
      `Cannot set the copy as no layout has room for all its parts at a legible size: shorten the ${part}${letters === undefined ? '' : ` by about ${letters} letters`}, or leave a part out`,
    )
  }
}
