import { join } from 'node:path'

export interface CampaignReport {
  delayP99Ms: number
  rssMaxBytes: number
  rssBytes: number
  cpuMs: number
}

/** `campaign-server.ts` as a child process. */
export interface CampaignProcess {
  url: string
  /** Of its callers. */
  keys: string[]
  reset(): Promise<void>
  /** Since the last reset. */
  report(): Promise<CampaignReport>
  stop(): Promise<void>
}

/** @param options.localOrigin the only address on this machine from which it fetches pictures */
export async function startCampaignProcess(options: {
  callers: number
  localOrigin?: string
}): Promise<CampaignProcess> {
  const script = join(import.meta.dir, 'campaign-server.ts')
  const child = Bun.spawn(
    [process.execPath, script, options.localOrigin ?? 'http://127.0.0.1:9', String(options.callers)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  const lines = linesOf(child.stdout)
  const next = async () => JSON.parse((await lines.next()).value ?? '{}')
  const ask = async (question: string) => {
    child.stdin.write(`${question}\n`)
    await child.stdin.flush()
    return await next()
  }
  const { url, keys } = await next()
  if (!Array.isArray(keys)) throw new Error('the server did not start')
  return {
    url: String(url),
    keys: keys.map(String),
    reset: async () => void (await ask('reset')),
    report: () => ask('report'),
    stop: async () => {
      child.stdin.write('stop\n')
      await child.stdin.end()
      await child.exited
    },
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}
