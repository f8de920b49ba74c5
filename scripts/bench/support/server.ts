import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The service as a child process, as `cairn serve` starts it. */
export interface MeasuredServer {
  url: string
  /** From the first question to the chain until the chain's head was reached, by the server's own log, in milliseconds. */
  indexingMs(): number
  /** Resident memory of the process, in bytes. */
  rss(): number
  stop(): Promise<void>
}

export async function startServer(
  settings: Record<string, string>,
  command: 'serve' | 'demo' = 'serve',
): Promise<MeasuredServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-bench-data-'))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../../src/main.ts'), command], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...settings },
    stdout: 'pipe',
    stderr: Bun.file(join(dataDir, 'log')),
  })
  const url = await lineAfter(child.stdout, 'ready ').catch(() => {
    throw new Error(`The server did not start:\n${readFileSync(join(dataDir, 'log'), 'utf8').slice(-2000)}`)
  })
  return {
    url,
    indexingMs: () => {
      const log = readFileSync(join(dataDir, 'log'), 'utf8')
      const timeOf = (message: string) =>
        Date.parse(new RegExp(`"time":"([^"]+)"[^\\n]*"message":"${message}"`).exec(log)?.[1] ?? '')
      return Math.max(1, timeOf('serving') - timeOf('leading the indexer'))
    },
    rss: () =>
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The rest of the first line of `stream` that starts with `prefix`. */
export async function lineAfter(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  prefix: string,
): Promise<string> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const line = text.split('\n').find((candidate) => candidate.startsWith(prefix))
    if (line !== undefined && text.includes('\n')) return line.slice(prefix.length)
  }
  throw new Error('ended without that line')
}
