/**
 * What the resilient client costs: the same calls through it, with a chaos layer without faults, and through viem's
 * plain `http` transport, in turn against one real node. The ratio is what counts; it holds on any machine.
 * `bun scripts/bench/pipeline.ts`, about half a minute; `--rounds N` changes the length.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPublicClient, custom, http, type PublicClient } from 'viem'
import { anvilBinary } from '../../src/kernel/runtime/assets.ts'
import { startAnvilProcess } from '../../src/milestone/anvil/anvil-process.ts'
import { createChaos } from '../../src/milestone/chaos/chaos.ts'
import { createResilientClient } from '../../src/milestone/rpc/client.ts'
import { createHttpExchange } from '../../src/milestone/rpc/exchange.ts'

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } })
const rounds = Number(flags.rounds)
const callsPerTurn = 200
const aim = 1.1
const account = '0x00000000000000000000000000000000000000aa'
const say = (line: string) => console.log(line)

await withNode(async (url) => {
  const clock = () => performance.timeOrigin + performance.now()
  const chaos = createChaos({ now: clock })
  const provider = createResilientClient({
    endpoints: [url],
    exchange: chaos.wrap(createHttpExchange(), [url]),
    chainId: 31337,
    now: clock,
    random: Math.random,
  })
  const resilient = createPublicClient({ transport: custom(provider, { retryCount: 0 }), cacheTime: 0 })
  const plain = createPublicClient({ transport: http(url, { retryCount: 0 }), cacheTime: 0 })

  say(`Medians of ${rounds} turns of ${callsPerTurn} calls each, one after the other in changing order\n`)
  for (const atOnce of [1, 8]) {
    const { own, other, ratio } = await inTurn(resilient, plain, atOnce)
    say(
      `${atOnce} at once   resilient client and idle chaos ${shown(own)}   viem http ${shown(other)}   ratio ${ratio.toFixed(3)}`,
    )
    say(`  ${ratio <= aim ? 'ok  ' : 'MISS'}  time per call, resilient / plain (aim: at most ${aim})`)
  }
  const { attempts, requests } = provider.counters()
  say(
    `  ${attempts / requests <= 1.5 ? 'ok  ' : 'MISS'}  exchanges per request: ${(attempts / requests).toFixed(3)} (aim: at most 1.5)`,
  )
})

async function withNode(work: (url: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-bench-pipeline-'))
  const node = await startAnvilProcess({
    binary: await anvilBinary(),
    home,
    chainId: 31337,
    genesisTimestamp: 1_790_000_000,
  })
  try {
    await work(node.url)
  } finally {
    await node.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Microseconds per call of both, and the median of the ratios of neighbouring turns. */
async function inTurn(one: PublicClient, other: PublicClient, atOnce: number) {
  const owns: number[] = []
  const others: number[] = []
  for (let round = -5; round < rounds; round += 1) {
    const isFirst = round % 2 === 0
    const before = isFirst ? await turn(one, atOnce) : await turn(other, atOnce)
    const after = isFirst ? await turn(other, atOnce) : await turn(one, atOnce)
    // The first turns open connections and warm the compiler.
    if (round < 0) continue
    owns.push(isFirst ? before : after)
    others.push(isFirst ? after : before)
  }
  const ratio = median(owns.map((own, index) => own / (others[index] ?? own)))
  return { own: median(owns), other: median(others), ratio }
}

async function turn(client: PublicClient, atOnce: number): Promise<number> {
  let left = callsPerTurn
  const startedAt = performance.now()
  const caller = async () => {
    for (; left > 0; ) {
      left -= 1
      await ask(client, left)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return (1000 * (performance.now() - startedAt)) / callsPerTurn
}

/** What a cycle asks: heads, nonces, balances, views, receipts. */
async function ask(client: PublicClient, index: number): Promise<unknown> {
  switch (index % 5) {
    case 0:
      return await client.request({ method: 'eth_blockNumber' })
    case 1:
      return await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    case 2:
      return await client.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] })
    case 3:
      return await client.request({
        method: 'eth_call',
        params: [{ to: account, data: '0x12345678' }, 'latest'],
      })
    default:
      return await client.request({ method: 'eth_getTransactionReceipt', params: [`0x${'11'.repeat(32)}`] })
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function shown(microseconds: number): string {
  return `${microseconds.toFixed(0).padStart(5)} us a call`
}
