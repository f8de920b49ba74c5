import { AppError } from '../../../kernel/runtime/errors.ts'

/** Copy that does not fit at a legible size. */
export class CopyTooLong extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'

  constructor(chars: number, sizeMinPx: number, canvas: { width: number; height: number }) {
    super(
      `Cannot set the copy of ${chars} characters as it must fit at ${Math.round(sizeMinPx)} pixels or more beside the logo on a canvas of ${canvas.width} by ${canvas.height}: shorten it, or its longest word`,
    )
  }
}
