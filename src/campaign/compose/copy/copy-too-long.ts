import { AppError } from '../../../kernel/runtime/errors.ts'
import type { PartName } from './parts.ts'

/** A part with about how many letters it has too many, where that is known. */
export interface Excess {
  part: PartName
  letters: number | undefined
}

/** Copy that no layout has room for at a legible size. */
export class CopyTooLong extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'

  /**
   * @param alone the parts that do not even fit alone
   * @param together the part that is nearest to fitting beside the others, where each fits alone
   */
  constructor(alone: readonly Excess[], together: Excess) {
    const shorten = (excesses: readonly Excess[]) =>
      excesses
        .map(
          ({ part, letters }) => `the ${part}${letters === undefined ? '' : ` by about ${letters} letters`}`,
        )
        .join(', ')
    super(
      alone.length > 0
        ? `Cannot set the copy as no layout has room for it at a legible size in every format: shorten ${shorten(alone)}`
        : `Cannot set the copy as each part fits alone, but no layout has room for all of them at a legible size: shorten ${shorten([together])}, or leave a part out`,
    )
  }
}
