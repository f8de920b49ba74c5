import { within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { version } from '../../kernel/runtime/version.ts'

/** Result of one check: `missing` is a part that is not there, `problem` one that does not work. */
export type Finding =
  | { state: 'ok'; detail: string }
  | { state: 'missing' | 'problem'; detail: string; advice: string }

export const ok = (detail: string): Finding => ({ state: 'ok', detail })
export const missing = (detail: string, advice: string): Finding => ({ state: 'missing', detail, advice })
export const problem = (detail: string, advice: string): Finding => ({ state: 'problem', detail, advice })

/** Checks one part of this machine. */
export interface Check {
  name: string
  /** False for parts that Cairn's main work does not need. */
  required: boolean
  run: () => Promise<Finding>
}

type CheckResult = Finding & { name: string; required: boolean }

interface DoctorReport {
  /** Whether every required part is there and works. */
  ok: boolean
  version: string
  checks: readonly CheckResult[]
}

/** One line for each part, followed by the advice if it is not ok. */
export function formatReport({ ok, version, checks }: DoctorReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap((check) => {
    const line = `${check.state.padEnd(7)}  ${check.name.padEnd(width)}  ${check.detail}`
    if (check.state === 'ok') return [line]
    const weight = check.required ? '' : 'Optional: '
    return [line, `${' '.repeat(width + 11)}${weight}${check.advice}`]
  })
  const verdict = ok ? 'Everything required is here.' : 'Something required is missing or does not work.'
  return `cairn ${version}\n\n${lines.join('\n')}\n\n${verdict}\n`
}

/** Runs all checks concurrently; one that fails or takes longer than `checkMsMax` is reported as a problem. */
export async function runChecks(options: {
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
    return { name, required, ...problemIn(error) }
  }
}

/** Startup errors end with advice, after the last colon or full stop; other errors are shown unchanged. */
function problemIn(error: unknown): Finding {
  const text = messageOf(error)
  const cut = text.lastIndexOf('. ')
  return cut > 0
    ? problem(text.slice(0, cut), text.slice(cut + 2))
    : problem(text, 'Nothing known would help: please report it')
}
