import { tmpdir } from 'node:os'
import { defaultCatalog } from '../../analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../analysis/diagnose/diagnose.ts'
import { startSampleSite } from '../../analysis/sample/site.ts'
import { findChromiums } from '../../analysis/scan/browser/find-chromium.ts'
import { browserBudget, machineMegabytes } from '../../analysis/scan/browser/limits.ts'
import { tryBrowser } from '../../analysis/scan/browser/start-browser.ts'
import { openScanner } from '../../analysis/scan/open-scanner.ts'
import type { RobotsStore } from '../../analysis/scan/robots/robots-store.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { silentLog } from '../../kernel/runtime/log.ts'
import type { ScanConfig } from '../../kernel/settings/config.ts'
import { type Check, type Finding, missing, ok, problem } from './report.ts'

/** Serves the built-in sample site and scans it: every part of a scan except the internet. */
export function scanCheck(config: ScanConfig): Check {
  return {
    name: 'scan',
    required: true,
    run: async () => {
      const site = startSampleSite(0)
      const { scanner, stop } = openScanner({
        config,
        catalog: defaultCatalog,
        diagnose: createDiagnose(defaultCatalog),
        robotsStore: forgetfulStore,
        log: silentLog,
        now: Date.now,
        baseUrl: 'http://127.0.0.1',
        localOrigins: [site.origin],
      })
      try {
        const { pages, facts, budget } = await scanner.scan(site.origin, {
          signal: new AbortController().signal,
          fresh: true,
          caller: 'doctor',
        })
        const read = pages.filter(({ bytes }) => bytes > 0).length
        const cited = facts.filter(({ sources }) => sources.length > 0).length
        return cited > 0
          ? ok(`read ${read} pages of the sample site, ${cited} cited facts in ${budget.elapsedMs} ms`)
          : problem(`read ${read} pages of the sample site but found no facts`, 'Please report it')
      } catch (error) {
        return lateFinding(error)
      } finally {
        await stop()
        await site.stop()
      }
    },
  }
}

/** A machine that was too slow. @throws any other error */
export function lateFinding(error: unknown): Finding {
  if (!(error instanceof AppError)) throw error
  const { slug, extra } = error
  if (slug !== 'busy' && (slug !== 'scan_failed' || extra['reason'] !== 'timeout')) throw error
  return problem(messageOf(error), 'Try again on a quieter machine; SCAN_SECONDS gives scans more time')
}

/** The check leaves nothing behind. */
const forgetfulStore: RobotsStore = {
  read: async () => undefined,
  save: async () => {},
  sweep: async () => {},
}

/**
 * Only for pages that need a browser. It is started as in a scan, which does not use a browser without its sandbox.
 */
export function chromiumCheck(executable: string | undefined): Check {
  return {
    name: 'chromium',
    required: false,
    run: async () => {
      const found = executable === undefined ? findChromiums() : [executable]
      let fault: string | undefined
      for (const program of found) {
        try {
          const version = await tryBrowser({ executable: program, tmpDir: tmpdir() })
          return ok(`${version} at ${program}, confined by its sandbox; ${usage()}`)
        } catch (error) {
          fault ??= `"${program}" cannot be used: ${messageOf(error)}`
        }
      }
      return fault === undefined
        ? missing('no Chromium or Chrome found', 'Install the package "chromium"')
        : problem(fault, adviceFor(fault))
    },
  }
}

function usage(): string {
  const { runningMax, memoryMegabytesMax } = browserBudget(machineMegabytes())
  return `at most ${runningMax} at a time, ${memoryMegabytesMax} MB together`
}

export function adviceFor(fault: string): string {
  if (/EPERM|EINVAL/.test(fault))
    return 'Run Cairn as an ordinary user, as root may not become another one here'
  if (/headless shell/.test(fault)) return 'Install the package "chromium", or set CHROMIUM to its program'
  if (/did not start within/.test(fault))
    return 'Try again on a quieter machine; if it stays, install its missing libraries'
  return /sandbox/.test(fault)
    ? 'Allow unprivileged user namespaces, or install the package "chromium-sandbox"'
    : 'Install its missing libraries'
}
