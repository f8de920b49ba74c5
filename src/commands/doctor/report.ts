/** Result of one check: `missing` is a part that is not there, `problem` one that does not work. */
export type Finding =
  | { state: 'ok'; detail: string }
  | { state: 'missing' | 'problem'; detail: string; advice: string }

/** Checks one part of this machine. */
export interface Check {
  name: string
  /** False for parts that Cairn's main work does not need. */
  required: boolean
  run: () => Promise<Finding>
}

export type CheckResult = Finding & { name: string; required: boolean }

export interface DoctorReport {
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
