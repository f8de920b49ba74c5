/**
 * A load generator that costs little: `wrk` where it is installed, else keep-alive sockets that each send one prepared
 * request, wait for the whole answer and send the next, in a process of its own:
 * `bun load.ts '{"url": …, "connections": …, "milliseconds": …}'` prints one JSON line.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface LoadPlan {
  url: string
  connections: number
  milliseconds: number
  /** Sent by POST as JSON; a GET without it. */
  body?: string
}

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers whose status was not 200. */
  failures: number
}

const wrk = Bun.which('wrk')

/** Which generator `runLoad` uses. */
export const generator = wrk === null ? 'sockets of Bun' : 'wrk'

/** Runs a plan in a child process, so that measuring does not share a thread with what is measured. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return wrk === null
    ? await lastLineOf([process.execPath, import.meta.path, JSON.stringify(plan)])
    : await runWrk(wrk, plan)
}

/** wrk takes whole seconds alone. */
async function runWrk(wrk: string, plan: LoadPlan): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-wrk-'))
  const script = join(folder, 'plan.lua')
  writeFileSync(script, luaOf(plan))
  const seconds = Math.ceil(plan.milliseconds / 1000)
  try {
    return await lastLineOf([wrk, '-t1', `-c${plan.connections}`, `-d${seconds}s`, '-s', script, plan.url])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function luaOf({ body }: LoadPlan): string {
  const post =
    body === undefined
      ? ''
      : `wrk.method, wrk.body = "POST", [==[${body}]==]\nwrk.headers["Content-Type"] = "application/json"`
  return `wrk.headers["Accept"] = "application/json"
${post}
function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"requests":%d,"requestsPerSecond":%f,"p50Ms":%f,"p99Ms":%f,"failures":%d}',
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`
}

async function lastLineOf(command: string[]): Promise<LoadResult> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`The load generator failed: ${text}`)
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
}

async function generate({ url, connections, milliseconds, body }: LoadPlan): Promise<LoadResult> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const method = body === undefined ? 'GET' : 'POST'
  const content =
    body === undefined
      ? '\r\n'
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const request = Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${content}`,
  )
  const latencies: number[] = []
  let failures = 0
  const startedAt = performance.now()
  const endsAt = startedAt + milliseconds

  const drive = () =>
    new Promise<void>((resolve, reject) => {
      let head = ''
      let remaining = -1
      let sentAt = 0
      const send = (socket: { write(data: Buffer): number; end(): void }) => {
        if (performance.now() >= endsAt) {
          socket.end()
          resolve()
          return
        }
        head = ''
        remaining = -1
        sentAt = performance.now()
        socket.write(request)
      }
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: send,
          error: (_, error) => reject(error),
          close: () => resolve(),
          data(socket, chunk) {
            let bytes = chunk.byteLength
            if (remaining === -1) {
              head += chunk.toString('latin1')
              const end = head.indexOf('\r\n\r\n')
              if (end === -1) return
              const length = /content-length: (\d+)/i.exec(head.slice(0, end))
              if (!head.startsWith('HTTP/1.1 200')) failures += 1
              remaining = Number(length?.[1] ?? 0)
              bytes = head.length - end - 4
            }
            remaining -= bytes
            if (remaining > 0) return
            latencies.push(performance.now() - sentAt)
            send(socket)
          },
        },
      }).catch(reject)
    })
  await Promise.all(Array.from({ length: connections }, drive))
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
  }
}

if (import.meta.main) console.log(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? '{}'))))
