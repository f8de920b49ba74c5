import { AppError } from '../kernel/errors.ts'

export class MissingSignals extends AppError {
  readonly status = 400
  readonly slug = 'missing_signals'
  constructor() {
    super(
      'Cannot recommend a product without an answer: give at least one of role, painPoints, tools and timeline',
    )
  }
}
