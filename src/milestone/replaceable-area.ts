import { pause, within } from '../kernel/runtime/async.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import type { GaugeSource } from '../kernel/runtime/metrics.ts'
import { type MilestoneArea, type MilestoneOptions, startMilestoneArea } from './area.ts'

/**
 * Area C, started again with a new demo chain whenever its chain has become too long: a node's memory, the journal and
 * the rows of a chain grow with every block. Meanwhile reads are answered from the memory of the area before, as stale.
 */
export interface ReplaceableArea {
  /** The area that answers now. */
  readonly current: MilestoneArea
  /** Of whichever area is current. */
  gauges: readonly GaugeSource[]
  stop(): Promise<void>
}

const retryMs = 30_000
/** For clients of the activity stream to read its end. */
const farewellMsMax = 1_000

/** @throws StartupError as `startMilestoneArea` does, for the first area */
export async function startReplaceableArea(
  options: Omit<MilestoneOptions, 'onOutgrown' | 'events'> & {
    /** Called with each area but the first, once it can answer. */
    onReplaced: (area: MilestoneArea) => void
  },
): Promise<ReplaceableArea> {
  const { log, chain, onReplaced } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let replacing: Promise<void> | undefined
  const onOutgrown = (blocks: number) => {
    replacing = replace(blocks).catch((error) =>
      log.error('cannot replace the demo chain', { error: messageOf(error) }),
    )
  }
  let current = await startMilestoneArea({ ...options, onOutgrown })

  const startNew = async (blocks: number, port: number) => {
    const area = await startMilestoneArea({
      ...options,
      // Users have its address.
      ...(chain.kind === 'demo' && { chain: { ...chain, port } }),
      fresh: true,
      reindex: false,
      onProgress: () => {},
      onOutgrown,
      events: [
        {
          event: 'demo_chain_replaced',
          context: `the chain had ${blocks} blocks`,
          action: 'replaced it by a new one',
          target: 'demo chain',
          outcome: 'success',
        },
      ],
    })
    try {
      await within(area.ready, signal)
      return area
    } catch (error) {
      await area.deps.streams.close(0)
      await area.stop()
      throw error
    }
  }
  const startNewUntilStopped = async (blocks: number, port: number) => {
    while (!signal.aborted) {
      try {
        return await startNew(blocks, port)
      } catch (error) {
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
    const area = await startNewUntilStopped(blocks, port)
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
