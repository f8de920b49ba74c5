import { within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { version } from '../../kernel/runtime/version.ts'
import type { Check, CheckResult, DoctorReport, Finding } from './report.ts'

/** Runs all checks concurrently; one that fails or takes longer than `checkMsMax` is reported as a problem. */
export async function runDoctor(options: {
  checks: readonly Check[]
  checkMsMax: number
}): Promise<DoctorReport> {
  const checks = await Promise.all(options.checks.map((check) => runCheck(check, options.checkMsMax)))
  return { ok: checks.every(({ state, required }) => state === 'ok' || !required), version, checks }
}

async function runCheck({ name, required, run }: Check, msMax: number): Promise<CheckResult> {
  const late = () => new Error(`no answer within ${msMax / 1000} s. Try again on a quieter machine`)
  try {
    return { name, required, ...(await within(run(), msMax, late)) }
  } catch (error) {
    return { name, required, ...problemOf(error) }
  }
}

/** Startup errors end with advice, after the last colon or full stop; other errors are shown unchanged. */
function problemOf(error: unknown): Finding {
  const text = messageOf(error)
  const cut = text.lastIndexOf('. ')
  return cut > 0
    ? { state: 'problem', detail: text.slice(0, cut), advice: text.slice(cut + 2) }
    : { state: 'problem', detail: text, advice: 'Nothing known would help: please report it' }
}
