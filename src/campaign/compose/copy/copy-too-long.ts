import { AppError } from '../../../kernel/runtime/errors.ts'
import type { PartName } from './parts.ts'

/** A part with its letters: those that it has too many where it does not fit alone, else all. */
export interface PartLength {
  part: PartName
  letters: number | undefined
}

/** Copy that no layout has room for at a legible size. */
export class CopyTooLong extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'

  /**
   * @param alone the parts that do not even fit alone, with about how many letters each has too many
   * @param together the longest parts, where each fits alone: how many letters must go depends on which of them is shortened
   */
  constructor(alone: readonly PartLength[], together: readonly PartLength[]) {
    const excesses = alone.map(
      ({ part, letters }) => `the ${part}${letters === undefined ? '' : ` by about ${letters} letters`}`,
    )
    const lengths = together.map(({ part, letters }) => `the ${part} (${letters} letters)`)
    super(
      alone.length > 0
        ? `Cannot set the copy as no layout has room for it at a legible size in every format: shorten ${excesses.join(', ')}`
        : `Cannot set the copy as each part fits alone, but no layout has room for all of them at a legible size in every format: shorten ${lengths.join(' or ')}, or leave a part out`,
    )
  }
}
