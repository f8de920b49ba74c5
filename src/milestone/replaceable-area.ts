import { pause, within } from '../kernel/runtime/async.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import type { GaugeSource } from '../kernel/runtime/metrics.ts'
import type { MilestoneArea, MilestoneOptions } from './area.ts'
import type { RecoveryEvent } from './recovery-event.ts'

/**
 * Area C, started again with a new demo chain whenever its chain has become too long: a node's memory, the journal and
 * the rows of a chain grow with every block. Meanwhile reads are answered from the memory of the area before, as stale.
 */
export interface ReplaceableArea<Area> {
  /** The area that answers now. */
  readonly current: Area
  /** Of whichever area is current. */
  gauges: readonly GaugeSource[]
  stop(): Promise<void>
}

/** What replacing needs of an area. */
export type Replaceable = Pick<MilestoneArea, 'ready' | 'rpcUrl' | 'gauges' | 'retire' | 'stop'> & {
  deps: { streams: { close: (graceMs: number) => Promise<void> } }
}

export interface StartOptions extends Pick<MilestoneOptions, 'onOutgrown' | 'events'> {
  /** Starts a new chain at this port, whose address is in use; by default the stored chain is continued, if there is one. */
  newChainPort?: number
}

/** For clients of the activity stream to read its end. */
const farewellMsMax = 1_000

/** @throws what `start` throws for the first area; a later one is tried again */
export async function startReplaceableArea<Area extends Replaceable>(options: {
  start: (how: StartOptions) => Promise<Area>
  /** Called with each area but the first, once it can answer. */
  onReplaced: (area: Area) => void
  log: Log
  /** After a new chain that did not start; 30 s by default. */
  retryMs?: number
}): Promise<ReplaceableArea<Area>> {
  const { log, start, onReplaced, retryMs = 30_000 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let replacing: Promise<void> | undefined
  const onOutgrown = (blocks: number) => {
    replacing = replace(blocks).catch((error) =>
      log.error('cannot replace the demo chain', { error: messageOf(error) }),
    )
  }
  let current = await start({ onOutgrown })

  const startNew = async (blocks: number, port: number): Promise<Area | undefined> => {
    while (!signal.aborted) {
      let area: Area | undefined
      try {
        area = await start({ newChainPort: port, onOutgrown, events: [replacedEvent(blocks)] })
        await within(area.ready, signal)
        return area
      } catch (error) {
        await area?.deps.streams.close(0)
        await area?.stop()
        if (!signal.aborted) log.error('cannot start a new demo chain', { error: messageOf(error) })
        await pause(retryMs, signal)
      }
    }
    return undefined
  }
  const replace = async (blocks: number) => {
    const old = current
    const port = Number(new URL(old.rpcUrl).port)
    log.info('replacing the demo chain', { blocks })
    await old
      .retire('the demo chain is being replaced by a new one', signal)
      .catch((error) => log.error('cannot stop the old demo chain in order', { error: messageOf(error) }))
    const area = await startNew(blocks, port)
    if (area === undefined) return
    current = area
    onReplaced(area)
    log.info('demo chain replaced')
    await old.deps.streams.close(farewellMsMax)
  }
  return {
    get current() {
      return current
    },
    gauges: current.gauges.map(({ name, help }, index) => ({
      name,
      help,
      read: () => current.gauges[index]?.read(),
    })),
    stop: async () => {
      stopping.abort()
      await replacing
      await current.stop()
    },
  }
}

function replacedEvent(blocks: number): RecoveryEvent {
  return {
    event: 'demo_chain_replaced',
    context: `the chain had ${blocks} blocks`,
    action: 'replaced it by a new one',
    target: 'demo chain',
    outcome: 'success',
  }
}
