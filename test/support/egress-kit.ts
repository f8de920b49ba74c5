import {
  type BudgetLimits,
  createBudget,
  createEgress,
  type Dns,
  type EgressDeps,
  type EgressLimits,
  EgressRefused,
} from '../../src/kernel/egress/egress.ts'
import { createLog } from '../../src/kernel/runtime/log.ts'

/** A public address that no test ever connects to: `dial` leads it to this machine. */
export const publicAddress = '93.184.216.34'
export const local = '127.0.0.1'

/** A resolver over a table; what is not listed does not exist. A function answers anew at each question. */
export function tableDns(
  names: Readonly<Record<string, readonly string[] | (() => readonly string[] | Promise<readonly string[]>)>>,
): Dns & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async addresses(host) {
      asked.push(host)
      const answers = names[host] ?? []
      return typeof answers === 'function' ? answers() : answers
    },
    records: async () => [],
  }
}

/** An egress whose names all lead to this machine, with generous times, as the machine may be busy. */
export function openEgress(
  options: Partial<EgressDeps> & {
    port?: number
    limits?: Partial<EgressLimits>
    budget?: Partial<BudgetLimits>
    perHost?: number
    signal?: AbortSignal
  } = {},
) {
  const lines: string[] = []
  const controller = new AbortController()
  const log = createLog({ level: 'debug', write: (text) => void lines.push(...text.trim().split('\n')) })
  const egress = createEgress({
    dns: tableDns({
      'site.com': [publicAddress],
      'www.site.com': [publicAddress],
      'other.org': [publicAddress],
    }),
    policy: { ports: [80, 443, ...(options.port === undefined ? [] : [options.port])], exceptions: [] },
    userAgent: 'test-agent/1.0',
    log,
    now: () => 1_700_000_000_000,
    dial: () => local,
    ...options,
    limits: { idleMs: 60_000, requestMs: 60_000, connectMs: 60_000, ...options.limits },
  })
  const budget = createBudget({
    requestsMax: 1_000,
    wireBytesMax: 2 ** 40,
    inflatedBytesMax: 2 ** 40,
    ...options.budget,
  })
  const session = egress.open({
    signal: options.signal ?? controller.signal,
    budget,
    perHost: options.perHost ?? 2,
  })
  return {
    egress,
    session,
    budget,
    abort: () => controller.abort(),
    /** The operator's log, parsed. */
    log: () => {
      log.flush()
      return lines.map((line): unknown => JSON.parse(line))
    },
    get: (url: string, more: Partial<Parameters<typeof session.get>[1]> = {}) =>
      session.get(new URL(url), { accept: 'text/html', ...more }),
    [Symbol.dispose]: () => session.close(),
  }
}

/** What a refused promise was refused for; fails when it was not refused, or threw something else. */
export async function refusal(promise: Promise<unknown>): Promise<{ reason: string; rule: string }> {
  const [result] = await Promise.allSettled([promise])
  if (result.status === 'fulfilled')
    throw new Error(`Expected a refusal, but got ${Bun.inspect(result.value)}`)
  if (!(result.reason instanceof EgressRefused)) throw result.reason
  const { reason, rule } = result.reason
  return { reason, rule }
}

export const textOf = (body: Uint8Array) => new TextDecoder().decode(body)
