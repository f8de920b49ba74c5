import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { FollowerStatus } from './contact.ts'
import { type LeaderReport, reportOf } from './leader-report.ts'
import type { Store } from './store.ts'

/**
 * Reports how the leader fares with its node until the returned function is called, which reports once more.
 * `onNodeLost` is called when the node has been away for `handOverMs`.
 */
export function reportToReplicas(options: {
  store: Pick<Store, 'report'>
  status: () => FollowerStatus
  now: () => number
  everyMs: number
  handOverMs: number
  onNodeLost: () => void
  log: Log
}): () => Promise<void> {
  const { store, status, now, handOverMs, onNodeLost, log } = options
  let last: LeaderReport | undefined
  let lostSince: number | undefined
  let reporting: Promise<void> | undefined

  const report = async () => {
    const current = reportOf(status(), now())
    const isNews = current.state !== last?.state || current.reason !== last.reason
    last = current
    try {
      await store.report(current, isNews)
    } catch (error) {
      log.debug('cannot report to the replicas', { reason: messageOf(error) })
    }
  }
  const look = () => {
    if (status().state !== 'unreachable') lostSince = undefined
    else lostSince ??= now()
    if (lostSince !== undefined && now() - lostSince >= handOverMs) onNodeLost()
    reporting ??= report().finally(() => {
      reporting = undefined
    })
  }
  const timer = setInterval(look, options.everyMs)
  look()
  return async () => {
    clearInterval(timer)
    await reporting
    await report()
  }
}
