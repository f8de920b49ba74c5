import { expect, test } from 'bun:test'
import { quantity, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { sample as sampleOf } from '../../../src/milestone/chaos/random.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { waitFor } from '../../support/wait.ts'
import {
  killAndHeal,
  processOf,
  sameChain,
  sign,
  someone,
  startPair,
  type TestPair,
  whole,
} from './pair-kit.ts'

const seed = testSeed('pair-random.test.ts')
const playCount = sizeOf({ short: 2, soak: 6 })
const actionCount = sizeOf({ short: 30, soak: 60 })

const unseenActions = ['secretStateChange', 'strangeBlock']

interface Play extends TestPair {
  sample: () => number
  die: (sides: number) => number
}

/** All that the nodes and their users may do; a node that is down at that moment answers nothing, which is fine. */
const actions: Record<string, (play: Play) => Promise<unknown>> = {
  transfer: async (play) => {
    const rpc = play.sample() < 0.5 ? play.first : play.second
    const sender = play.die(10)
    for (let count = play.die(4); count >= 0; count -= 1) {
      const { rpc: leader } = processOf(play.pair, 'leader')
      const nonce = await leader.call('eth_getTransactionCount', [
        (await accountsOf(play))[sender],
        'pending',
      ])
      const tip = BigInt(1 + play.die(1_000_000_000))
      const { raw } = await sign(sender, Number(nonce), { to: someone, tip })
      await rpc.call('eth_sendRawTransaction', [raw])
    }
  },
  burst: async (play) => {
    await play.first.call('evm_setAutomine', [false])
    for (let count = 0; count < 4; count += 1) await actions['transfer']?.(play)
    await play.second.call('evm_mine')
    await play.first.call('evm_setAutomine', [true])
  },
  mine: (play) => play.pair.actions.mine(),
  mineMany: (play) =>
    play.second.call('anvil_mine', [quantity(1 + play.die(30)), quantity(1 + play.die(60))]),
  jump: (play) => play.first.call('evm_increaseTime', [play.die(100_000)]),
  baseFee: (play) => play.pair.actions.setNextBaseFee(BigInt(7 + play.die(2_000_000_000))),
  reorg: async (play) => {
    const { number } = await readHead(processOf(play.pair, 'leader').rpc)
    const depth = Math.min(number, 1 + play.die(40))
    if (depth > 0) await play.pair.actions.reorg(depth)
  },
  rollBack: async (play) => {
    const { number } = await readHead(processOf(play.pair, 'leader').rpc)
    const depth = Math.min(number, 1 + play.die(5))
    if (depth > 0) await play.first.call('anvil_rollback', [depth])
  },
  stateChange: (play) =>
    (play.sample() < 0.5 ? play.first : play.second).call('anvil_setBalance', [
      someone,
      quantity(play.die(1_000_000)),
    ]),
  secretStateChange: (play) =>
    processOf(play.pair, 'leader').rpc.call('anvil_setBalance', [someone, quantity(play.die(1_000_000))]),
  strangeBlock: (play) => processOf(play.pair, 'follower').rpc.call('evm_mine'),
  killLeader: async ({ pair }) => pair.killNode('leader'),
  killFollower: async ({ pair }) => pair.killNode('follower'),
  journal: async ({ pair }) => pair.journalBlocks([]),
  heal: async ({ pair }) => whole(pair),
}

async function attempt(action: ((play: Play) => Promise<unknown>) | undefined, play: Play): Promise<void> {
  await action?.(play)
}

async function accountsOf({ pair }: Play): Promise<string[]> {
  const accounts = await processOf(pair, 'leader').rpc.call('eth_accounts')
  return Array.isArray(accounts) ? accounts.map(String) : []
}

test.each(Array.from({ length: playCount }, (_, play) => play))(
  'after any actions and deaths both nodes end with one chain and one leader (play %i)',
  async (index) => {
    let samples = 0
    const sample = () => sampleOf(seed, `${index} ${samples++}`)
    const used = await startPair()
    const play: Play = { ...used, sample, die: (sides) => Math.floor(sample() * sides) }
    // Most plays do only what the pair can see, and must lose nothing.
    const isVisible = index % 3 !== 0
    const names = Object.keys(actions).filter((name) => !isVisible || !unseenActions.includes(name))
    const done: string[] = []
    try {
      for (let count = 0; count < actionCount; count += 1) {
        const name = names[play.die(names.length)] ?? ''
        const failure = await attempt(actions[name], play).then(
          () => '',
          (error: unknown) => ` (${String(error).slice(0, 60)})`,
        )
        done.push(name + failure)
      }
      // A kill of a moment ago may not have been noticed yet.
      await waitFor('the leader mines', async () => {
        await used.pair.actions.mine()
        return true
      })
      await whole(used.pair)
      await sameChain(used)
      await killAndHeal(used.pair, 'leader')
      await sameChain(used)
      await waitFor(
        'the leader alone mines by itself',
        async () =>
          (await processOf(used.pair, 'leader').rpc.call('anvil_getAutomine')) === true &&
          (await processOf(used.pair, 'follower').rpc.call('anvil_getAutomine')) === false,
      )
      expect(used.pair.status().state).toBe('ready')
      const events = used.recoveries.map(({ event }) => event)
      // The last kill at least has hit a leader, and the pair says that it was survived.
      expect(events).toContain('leader_exit')
      if (isVisible) expect(events).not.toContain('replay_cut')
      if (isVisible) expect(events).not.toContain('follower_diverged')
    } catch (error) {
      console.error(`TEST_SEED=${seed}, play ${index}:`, done, used.recoveries, used.pair.status())
      throw error
    } finally {
      await used.remove()
    }
  },
)
