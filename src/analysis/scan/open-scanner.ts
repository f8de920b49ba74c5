import { availableParallelism, tmpdir } from 'node:os'
import { createEgress, createSystemDns, type Dns, type EgressDeps } from '../../kernel/egress/egress.ts'
import { localAddress } from '../../kernel/egress/local-address.ts'
import type { Llm } from '../../kernel/llm/llm.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { version } from '../../kernel/runtime/version.ts'
import type { ScanConfig } from '../../kernel/settings/config.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import { analysisError } from '../errors.ts'
import { findChromium } from './browser/find-chromium.ts'
import { browserBudget, machineMegabytes } from './browser/limits.ts'
import { createBrowser } from './browser.ts'
import { urlError } from './failures.ts'
import { parseChildCommand } from './parser/command.ts'
import { createParser } from './parser/parser.ts'
import type { RobotsStore } from './robots/robots-store.ts'
import { createRobots } from './robots.ts'
import { scan } from './scan.ts'
import { createScanner, type Scanner, type ScannerLimits, scannerLimits } from './scanner.ts'
import type { ScanLimits } from './steps/scan-state.ts'

export interface OpenScannerOptions {
  config: Pick<ScanConfig, 'ports' | 'seconds' | 'chromium'>
  catalog: Catalog
  diagnose: Diagnose
  robotsStore: RobotsStore
  /** Proposes facts of a few topics; none by default. */
  llm?: Pick<Llm, 'write'> | undefined
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Public address of Area A, which the User-Agent links to. */
  baseUrl: string
  /** Origins of this machine or network that may be scanned. */
  localOrigins: readonly string[]
  /** Replaces the network in tests. */
  network?: { dns: Dns } & Pick<EgressDeps, 'dial' | 'trust' | 'limits'>
  limits?: {
    scan?: Partial<ScanLimits>
    scanner?: Partial<ScannerLimits>
  }
}

export interface OpenScanner {
  scanner: Scanner
  /** The crawler's product token for robots.txt files, and its whole User-Agent. */
  crawler: { name: string; userAgent: string }
  /** Starts the parser processes in advance. */
  warm(): Promise<void>
  stop(): Promise<void>
}

const urlLengthMax = 2_048
/** Pages, rendered ones again, and sitemaps. */
const pagesPerScanMax = 12

/** The crawler's product token for robots.txt files. */
export const crawlerName = 'CairnBot'

/** Wires the parts of a scan: egress, robots rules, parser processes, and a browser where available. */
export function openScanner(options: OpenScannerOptions): OpenScanner {
  const { config, catalog, diagnose, log, now, limits } = options
  const time = timeLimits(config.seconds)
  const userAgent = `${crawlerName}/${version} (+${options.baseUrl}/bot)`
  const network = options.network ?? { dns: createSystemDns() }
  const { dns } = network
  const clock = () => performance.now()
  const egress = createEgress({
    ...network,
    policy: {
      ports: config.ports,
      exceptions: options.localOrigins.map((origin) => ({ origin, address: localAddress(origin) })),
    },
    userAgent,
    log,
    now,
  })
  const robots = createRobots({ store: options.robotsStore, token: crawlerName, now })
  const ownLimits = { ...scannerLimits, ...limits?.scanner }
  const parsers = createParser({
    command: parseChildCommand(),
    log,
    size: parseProcesses(),
    // Admitted scans may always queue pages.
    waitingMax: ownLimits.runningMax * pagesPerScanMax,
    deadlineMs: time.parserMs,
  })
  const executable = config.chromium ?? findChromium()
  const browser =
    executable === undefined
      ? undefined
      : createBrowser({
          executable,
          userAgent,
          log,
          tmpDir: tmpdir(),
          localOrigins: options.localOrigins,
          limits: { ...browserBudget(machineMegabytes()), launchMsMax: time.launchMs },
        })
  const deps = {
    egress,
    dns,
    robots,
    robotsToken: crawlerName,
    parsers,
    browser,
    llm: options.llm,
    catalog,
    diagnose,
    log,
    clock,
    now,
    limits: { ...time.scan, ...limits?.scan },
  }
  const scanner = createScanner({
    parse: (text) => {
      if (text.length > urlLengthMax) throw analysisError('invalid_url')
      try {
        return egress.parse(text)
      } catch (error) {
        throw urlError(error)
      }
    },
    read: (url, options) => scan(deps, url, options),
    clock,
    ...(limits?.scanner && { limits: limits.scanner }),
  })
  return {
    scanner,
    crawler: { name: crawlerName, userAgent },
    warm: () => parsers.warm(),
    stop: async () => {
      scanner.stop()
      await browser?.close()
      await parsers.close()
    },
  }
}

/** How the time of a scan is shared out, in milliseconds. */
function timeLimits(seconds: number) {
  const scanMs = seconds * 1_000
  return {
    scan: { scanMs, pagesMs: scanMs * 0.6, renderMs: scanMs * 0.4 },
    launchMs: scanMs * 0.5,
    parserMs: scanMs * 0.1,
  }
}

/** One process per core, as far as memory allows, and one more, so that one caller cannot use all. */
function parseProcesses(): number {
  return Math.min(8, availableParallelism()) + 1
}
