import { RequestRefused } from '../../kernel/http/problem.ts'
import { AppError } from '../../kernel/runtime/errors.ts'
import { reportBytesMax } from './schema.ts'

/** One message for unknown, deleted and expired reports and wrong tokens: separate ones would confirm a guess. */
export class ReportNotFound extends AppError {
  readonly status = 404
  readonly slug = 'report_not_found'
  constructor() {
    super(
      'There is no such report: it was deleted, it has expired, or the address or the deletion token is wrong',
    )
  }
}

export class ReportTooLarge extends AppError {
  readonly status = 413
  readonly slug = 'content_too_large'
  constructor(bytes: number) {
    super(
      `Cannot keep a report of more than ${kib(reportBytesMax)} KiB: this one has ${kib(bytes)} KiB, so leave out the facts and long texts that matter least`,
    )
  }
}

function kib(bytes: number): number {
  return Math.ceil((bytes / 1024) * 10) / 10
}

/** The same as for a body that does not fit its schema. */
export function invalidReport(path: string, message: string): RequestRefused {
  return new RequestRefused(
    400,
    'invalid_request',
    `Cannot use the body of this request: ${path} ${message}`,
    {
      fields: [{ path, message }],
    },
  )
}
