import { within } from '../runtime/async.ts'
import { RequestRefused } from './problem.ts'

/**
 * The listener closes a connection that was silent for 28 to 30 s without any answer; a scan that had to wait for its turn
 * takes up to 26 s.
 */
export const answerMsMax = 27_000

/** The answer of a handler. @throws RequestRefused 503 when it takes longer; the handler itself goes on */
export async function answerInTime(answer: Response | Promise<Response>, msMax: number): Promise<Response> {
  if (answer instanceof Response) return answer
  const late = () =>
    new RequestRefused(
      503,
      'answer_timeout',
      `Cannot answer as something that this needs took more than ${msMax / 1000} s: try again`,
      { retryAfterSeconds: 5 },
    )
  return await within(answer, msMax, late)
}
