/**
 * How fast cached reads are, as ratios within one run: against a bare `Bun.serve` that returns the same bytes, against
 * asking the chain by `eth_call` for each request, and with 10,000 milestones against 100. Also indexing speed and memory.
 * `bun run bench:reads`, about three minutes; `--milestones N` and `--seconds S` change the size.
 */
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { startBare } from './support/bare.ts'
import { type BigChain, startBigChain } from './support/big-chain.ts'
import { generator, type LoadResult, runLoad } from './support/load.ts'
import { type MeasuredServer, startServer } from './support/server.ts'

const { values: flags } = parseArgs({
  options: { milestones: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '2' } },
})
const many = Number(flags.milestones)
const few = 100
const rounds = 5
const connections = 32
const list = '/api/explorer/milestones?limit=50'

const say = (line: string) => console.log(line)

say(`Making two chains, of ${few} and of ${many} milestones`)
const small = await startBigChain()
const big = await startBigChain()
try {
  await Promise.all([small.grow(few), big.grow(many)])
  await measure()
} finally {
  await Promise.all([small.stop(), big.stop()])
}

async function measure() {
  const events = await big.eventCount()
  const smallServer = await startServer(settingsOf(small))
  const server = await startServer(settingsOf(big))
  const indexed = server.rss()

  const first: { milestones: { milestoneHash: Hex }[]; total: number } = await (
    await fetch(server.url + list)
  ).json()
  if (first.total !== many) throw new Error(`The server holds ${first.total} of ${many} milestones`)
  const ids = first.milestones.map(({ milestoneHash }) => milestoneHash)
  const chainReads = { list, one: `/api/status/milestone/${ids[0]}`, treasury: '/api/treasury' }
  const fixedReads = { catalog: '/api/catalog', openapi: '/openapi.json' }
  const bare = await startBare({
    bodies: await bodiesOf(server, { ...chainReads, ...fixedReads }),
    rpcUrl: big.rpcUrl,
    lens: big.deployment.contracts.MilestoneLens,
    calls: { list: { ids }, one: { ids: ids.slice(0, 1) }, treasury: 'treasury' },
  })
  say(
    `\nRequests per second and p99; medians of ${rounds} rounds of ${flags.seconds} s in turn, ${connections} connections of ${generator}\n`,
  )
  for (const [name, path] of Object.entries(chainReads)) {
    const [own, bytes, call] = await inTurn([
      server.url + path,
      `${bare.url}/bytes/${name}`,
      `${bare.url}/call/${name}`,
    ])
    say(
      `${name.padEnd(9)} cairn ${shown(own)}   bare Bun.serve ${shown(bytes)}   eth_call each ${shown(call)}`,
    )
    limit(`${name}: cairn / bare Bun.serve`, ratioOf(own, bytes), 'at least', 0.6)
    limit(`${name}: cairn / eth_call each`, ratioOf(own, call), 'at least', 20)
  }
  for (const [name, path] of Object.entries(fixedReads)) {
    const [own, bytes] = await inTurn([server.url + path, `${bare.url}/bytes/${name}`])
    say(`${name.padEnd(9)} cairn ${shown(own)}   bare Bun.serve ${shown(bytes)}`)
    limit(`${name}: cairn / bare Bun.serve`, ratioOf(own, bytes), 'at least', 0.6)
  }
  await bare.stop()

  say('\nThe list while both chains mine 20 blocks a second, so that no answer is kept for long\n')
  const mining = setInterval(() => void Promise.allSettled([small.mine(), big.mine()]), 50)
  const [long, short] = await inTurn([server.url + list, smallServer.url + list])
  clearInterval(mining)
  say(`list      ${many} milestones ${shown(long)}   ${few} milestones ${shown(short)}`)
  limit(`list: ${few} milestones / ${many} milestones`, ratioOf(short, long), 'at most', 1.3)

  say('')
  limit(
    `indexing ${events} events from the node into the database, events/s`,
    (1000 * events) / server.indexingMs(),
    'at least',
    5000,
  )
  limit(`resident memory after indexing ${many} milestones, MB`, indexed / 1e6, 'at most', 300)
  limit('resident memory after all requests, MB', server.rss() / 1e6, 'at most', 300)
  await Promise.all([server.stop(), smallServer.stop()])
}

function settingsOf({ rpcUrl, contractsFile }: BigChain) {
  return { RPC_URLS: rpcUrl, CONTRACTS_FILE: contractsFile }
}

async function bodiesOf({ url }: MeasuredServer, routes: Record<string, string>) {
  const bodies: Record<string, string> = {}
  for (const [name, path] of Object.entries(routes)) bodies[name] = await (await fetch(url + path)).text()
  return bodies
}

/** The median round, and the requests per second of each. */
type Measured = LoadResult & { rounds: readonly number[] }

/** Loads the addresses one after the other, round by round, so that a slow moment of the machine meets all of them. */
async function inTurn<const Urls extends readonly string[]>(
  urls: Urls,
): Promise<{ [Index in keyof Urls]: Measured }>
async function inTurn(urls: readonly string[]): Promise<Measured[]> {
  const results: LoadResult[][] = urls.map(() => [])
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      const result = await runLoad({ url, connections, milliseconds: 1000 * Number(flags.seconds) })
      if (result.failures > 0) throw new Error(`${result.failures} requests to ${url} failed`)
      if (round >= 0) results[index]?.push(result)
    }
  }
  return results.map((all) => ({ ...median(all), rounds: all.map((each) => each.requestsPerSecond) }))
}

/** The median of the ratios of each round: a slow moment of the machine meets both sides of one ratio. */
function ratioOf(a: Measured, b: Measured): number {
  const ratios = a.rounds.map((rate, round) => rate / (b.rounds[round] ?? rate)).sort((x, y) => x - y)
  return ratios[ratios.length >> 1] ?? Number.NaN
}

function median(results: readonly LoadResult[]): LoadResult {
  const sorted = [...results].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

function shown({ requestsPerSecond, p99Ms }: LoadResult): string {
  return `${Math.round(requestsPerSecond).toString().padStart(6)}/s p99 ${p99Ms.toFixed(2).padStart(6)} ms`
}

function limit(name: string, value: number, bound: 'at least' | 'at most', aim: number) {
  const held = bound === 'at least' ? value >= aim : value <= aim
  const figure = value >= 100 ? Math.round(value).toString() : value.toFixed(2)
  say(`  ${held ? 'ok  ' : 'MISS'}  ${name}: ${figure} (aim: ${bound} ${aim})`)
}
