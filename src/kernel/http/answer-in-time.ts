import { within } from '../runtime/async.ts'
import { kernelError } from '../runtime/errors.ts'

/**
 * The listener closes a connection that was silent for 28 to 30 s without any answer; a scan that had to wait for its turn
 * takes up to 26 s.
 */
export const answerMsMax = 27_000

/** The answer of a handler. @throws answer_timeout when it takes longer; the handler itself goes on */
export async function answerInTime(answer: Response | Promise<Response>, msMax: number): Promise<Response> {
  if (answer instanceof Response) return answer
  return await within(answer, msMax, () => kernelError('answer_timeout', msMax))
}
