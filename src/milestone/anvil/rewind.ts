import { within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { whileNotMining } from './pause-mining.ts'
import { postTo } from './relay.ts'
import { setClock } from './replay.ts'
import { stateChangesDone } from './request-route.ts'
import { awaitLeader, chainTimeMs, copyNow, type Roles, requireLeader } from './roles.ts'
import type { RunningNode } from './supervise-node.ts'

const requestMsMax = 10_000

/**
 * Runs a request that takes blocks of the leader back, while nothing is sent, mined or copied and no node takes over.
 * Reads wait at the leader until it is done, then at the follower until it has followed, so that the two addresses do
 * not show different chains for long.
 */
export async function rewind<Result>(
  roles: Roles,
  task: (leader: RunningNode) => Promise<Result>,
): Promise<Result> {
  await awaitLeader(roles)
  return await roles.queue.add(async () => {
    const from = requireLeader(roles)
    const rewindAlone = () =>
      whileNotMining(from.rpc, async () => {
        // The journal then has the block that the chain went back to.
        await copyNow(roles)
        const takeBack = () => task(from).finally(() => followRewound(roles, from))
        return await from.reads.exclusive(takeBack, roles.options.timings.drainMsMax)
      })
    return await roles.gate.exclusive(rewindAlone, requestMsMax)
  })
}

/** Has the follower follow and time go on, unless the leader lost code: the journal must not get its blocks then. */
async function followRewound(roles: Roles, from: RunningNode): Promise<void> {
  const { log, timings } = roles.options
  try {
    await roles.damage.inspect(from)
    await copyNow(roles)
    // The node's clock went back to the block that it goes on from, which may be days old.
    await setClock(from.rpc, chainTimeMs(roles))
    const undoing = Promise.withResolvers<void>()
    const caughtUp = roles.follower?.follower?.catchUp(undoing.resolve).catch(() => {})
    // Once reads wait at the follower, they need not at the leader.
    await within(Promise.race([undoing.promise, caughtUp]), timings.readWaitMsMax)
  } catch (error) {
    log.debug('demo chain: rewound blocks not copied', { reason: messageOf(error) })
  }
}

/**
 * Has the leader carry out a request that changes its state, and journals the changes. Nothing is sent or mined meanwhile:
 * a block that was mined at that moment could stand on either side of the change.
 * @returns the answer
 */
export async function changeState(roles: Roles, body: string): Promise<string> {
  return await roles.queue.add(async () => {
    const from = requireLeader(roles)
    await roles.damage.inspect(from)
    const change = async () => {
      await copyNow(roles)
      const response = await postTo(from.process.url, body, AbortSignal.timeout(requestMsMax))
      const answer = await response.text()
      for (const done of stateChangesDone(body, answer)) roles.options.journal.appendStateChange(done)
      return answer
    }
    const answer = await roles.gate.exclusive(() => whileNotMining(from.rpc, change), requestMsMax)
    await roles.damage.learnCode(from)
    await roles.follower?.follower?.catchUp().catch(() => {})
    return answer
  })
}
