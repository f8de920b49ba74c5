import { tmpdir } from 'node:os'
import { findChromiums } from '../../analysis/scan/browser/find-chromium.ts'
import { browserBudget, machineMegabytes } from '../../analysis/scan/browser/memory-budget.ts'
import { tryBrowser } from '../../analysis/scan/browser/try-browser.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Check } from './report.ts'

/**
 * Only for pages that need a browser. It is started as in a scan, which does not use a browser without its sandbox.
 */
export function chromiumCheck(executable: string | undefined): Check {
  return {
    name: 'chromium',
    required: false,
    run: async () => {
      const found = executable === undefined ? findChromiums() : [executable]
      let problem: string | undefined
      for (const program of found) {
        try {
          const version = await tryBrowser({ executable: program, tmpDir: tmpdir() })
          return { state: 'ok', detail: `${version} at ${program}, confined by its sandbox; ${usage()}` }
        } catch (error) {
          problem ??= `"${program}" cannot be used: ${messageOf(error)}`
        }
      }
      return problem === undefined
        ? {
            state: 'missing',
            detail: 'no Chromium or Chrome found',
            advice: 'Install the package "chromium"',
          }
        : { state: 'problem', detail: problem, advice: adviceFor(problem) }
    },
  }
}

function usage(): string {
  const { runningMax, memoryMegabytesMax } = browserBudget(machineMegabytes())
  return `at most ${runningMax} at a time, ${memoryMegabytesMax} MB together`
}

export function adviceFor(problem: string): string {
  if (/EPERM|EINVAL/.test(problem))
    return 'Run Cairn as an ordinary user, as root may not become another one here'
  if (/headless shell/.test(problem)) return 'Install the package "chromium", or set CHROMIUM to its program'
  if (/did not start within/.test(problem))
    return 'Try again on a quieter machine; if it stays, install its missing libraries'
  return /sandbox/.test(problem)
    ? 'Allow unprivileged user namespaces, or install the package "chromium-sandbox"'
    : 'Install its missing libraries'
}
