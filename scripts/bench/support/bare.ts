/**
 * What the service is measured against, as a process of its own: `/bytes/N` answers fixed bytes by a bare `Bun.serve`,
 * `/call/…` asks the chain once per request by a direct `eth_call` through viem and answers what came back.
 */
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { milestoneLensAbi } from '../../../src/milestone/contracts/abi.ts'

export interface BarePlan {
  bodies: Record<string, string>
  rpcUrl: string
  lens: Address
  calls: Record<string, { ids: Hex[] } | 'treasury'>
}

export async function startBare(plan: BarePlan): Promise<{ url: string; stop(): Promise<void> }> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: Buffer.from(JSON.stringify(plan)),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  return {
    url: new TextDecoder().decode(value).trim(),
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}

function serveBare({ bodies, rpcUrl, lens, calls }: BarePlan): string {
  const fixed = new Map(Object.entries(bodies).map(([name, body]) => [`/bytes/${name}`, Buffer.from(body)]))
  const client = createPublicClient({ transport: http(rpcUrl) })
  const call = async (name: string) => {
    const wanted = calls[name]
    if (wanted === undefined) return undefined
    return wanted === 'treasury'
      ? await client.readContract({ address: lens, abi: milestoneLensAbi, functionName: 'treasury' })
      : await client.readContract({
          address: lens,
          abi: milestoneLensAbi,
          functionName: 'milestones',
          args: [wanted.ids],
        })
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    fetch: async (request) => {
      const path = request.url.slice(request.url.indexOf('/', 8))
      const body = fixed.get(path)
      if (body !== undefined) return new Response(body, { headers: { 'content-type': 'application/json' } })
      const answer = await call(path.slice('/call/'.length))
      const text = JSON.stringify(answer, (_, value) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
  })
  return server.url.origin
}

if (import.meta.main) console.log(serveBare(await Bun.stdin.json()))
