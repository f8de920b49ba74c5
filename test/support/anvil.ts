import { anvilBinary } from '../../src/kernel/runtime/assets.ts'

export type TestAnvil = Awaited<ReturnType<typeof startTestAnvil>>

/** A real node of the test's own, which mines on request only, on a free port or on `port`. */
export async function startTestAnvil(options: { port?: number; flags?: readonly string[] } = {}) {
  const { port = 0 } = options
  const child = Bun.spawn(
    [
      await anvilBinary(),
      ...`--port ${port} --no-mining --order fifo --gas-limit 3000000000 --accounts 20`.split(' '),
      ...(options.flags ?? []),
    ],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' },
  )
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  return {
    url: `http://${await listeningAddress(child.stdout)}`,
    stop: async () => {
      kill()
      await child.exited
      process.off('exit', kill)
    },
  }
}

async function listeningAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const found = Promise.withResolvers<string>()
  // Read to the end: a node whose output is not read stands still when the pipe is full.
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of output) {
      text = (text + decoder.decode(chunk, { stream: true })).slice(-10_000)
      const address = /Listening on (\S+)/.exec(text)?.[1]
      if (address !== undefined) found.resolve(address)
    }
    found.reject(new Error(`Cannot start anvil: ${text}`))
  }
  void read()
  return await found.promise
}
