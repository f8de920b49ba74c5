import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cairnCommand, cairnEnvironment } from './cairn-process.ts'
import { madeOnce } from './made-once.ts'
import { quickTmpdir } from './quick-tmpdir.ts'
import { untilReady } from './ready.ts'

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>

/** The whole service as its users start it: a child process with a chain of its own, on free ports. */
export async function startDemoServer(
  options: {
    /** Used as it is; without one the server gets a folder of its own. */
    dataDir?: string
    /** Whether a folder of its own starts as a copy of a seeded chain (the default) or empty. */
    seeded?: boolean
    args?: readonly string[]
    environment?: Record<string, string>
    command?: readonly string[]
    /** `serve` follows a chain that it did not start; `demo` by default. */
    subcommand?: 'demo' | 'serve'
  } = {},
) {
  const dataDir = options.dataDir ?? mkdtempSync(join(quickTmpdir(), 'cairn-demo-'))
  const seeded = options.seeded ?? options.subcommand !== 'serve'
  if (options.dataDir === undefined && seeded) cpSync(await seededFolder(), dataDir, { recursive: true })
  const command = options.command ?? cairnCommand
  const child = Bun.spawn([...command, options.subcommand ?? 'demo', ...(options.args ?? [])], {
    // Area C alone unless told: the others' processes would only make its tests slower.
    env: {
      ...cairnEnvironment,
      // Only the loops that draw images are worth compiling well.
      ...(!options.environment?.['AREAS']?.includes('campaign') && { BUN_JSC_useFTLJIT: '0' }),
      DATA_DIR: dataDir,
      PORT: '0',
      SAMPLE_PORT: '0',
      AREAS: 'milestone',
      ...options.environment,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let errors = ''
  let isStopped = false
  const orphaned = () => child.kill('SIGKILL')
  process.on('exit', orphaned)
  void child.exited.then(async (code) => {
    process.off('exit', orphaned)
    await reading
    if (!isStopped && code !== 0 && child.signalCode === null)
      console.error(`The demo ended by itself with code ${code}:\n${errors.slice(-4000)}`)
  })
  const reading = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) errors += chunk
  })()
  const url = await readyUrl(child.stdout).catch(async () => {
    await child.exited
    await reading
    throw new Error(`The demo did not start:\n${errors.slice(-4000)}`)
  })
  const rpcUrl = /Chain \(RPC\)\s+(http:\S+)/.exec(errors)?.[1] ?? ''
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    isStopped = true
    child.kill(signal)
    return await child.exited
  }
  let id = 0
  return {
    url,
    /** Address of the demo chain's JSON-RPC. */
    rpcUrl,
    dataDir,
    pid: child.pid,
    /** What the process wrote on stderr: progress, addresses and the log. */
    log: () => errors,
    async rpc<Result = unknown>(method: string, params: unknown[] = []): Promise<Result> {
      id += 1
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      })
      const answer = await response.json()
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result
    },
    /** Ends the process; answers its exit code. */
    kill,
    /** Ends it and removes its folder. */
    dispose: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function readyUrl(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = ''
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const url = /^ready (http:\S+)$/m.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('ended before it was ready')
}

/** The data of a demo server that has seeded and indexed its chain and was stopped: to be copied, not used. */
export async function seededFolder(): Promise<string> {
  return await madeOnce('seeded-demo', async (dataDir) => {
    const server = await startDemoServer({ dataDir })
    await untilReady(server).finally(() => server.kill())
  })
}
