import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLog, silentLog } from '../../../src/kernel/runtime/log.ts'
import { createShutdown } from '../../../src/kernel/runtime/shutdown.ts'

test('steps run in reverse order, each after the one before has ended', async () => {
  const ended: string[] = []
  const shutdown = createShutdown(silentLog)
  for (const name of ['database', 'chain', 'listener']) {
    shutdown.add(name, async () => {
      ended.push(`${name} stops`)
      await Promise.resolve()
      ended.push(`${name} stopped`)
    })
  }
  await shutdown.run('test')
  expect(ended).toEqual([
    'listener stops',
    'listener stopped',
    'chain stops',
    'chain stopped',
    'database stops',
    'database stopped',
  ])
})

test('a step that throws, rejects or hangs is logged, and the others run', async () => {
  const ran: string[] = []
  const lines: string[] = []
  const shutdown = createShutdown(createLog({ level: 'info', write: (text) => lines.push(text) }), 10)
  shutdown.add('last', () => void ran.push('last'))
  shutdown.add('rejects', async () => {
    throw new Error('no connection')
  })
  shutdown.add('stuck', () => new Promise(() => {}))
  shutdown.add('throws', () => {
    throw new Error('broken')
  })
  await shutdown.run('test')
  expect(ran).toEqual(['last'])
  expect(lines.join('')).toContain('"part":"throws","error":"broken"')
  expect(lines.join('')).toContain('"part":"rejects","error":"no connection"')
  expect(lines.join('')).toContain('"part":"stuck"')
})

test('a second run waits for the first, and every step runs once', async () => {
  let runs = 0
  const shutdown = createShutdown(silentLog)
  const release = Promise.withResolvers<void>()
  shutdown.add('once', async () => {
    await release.promise
    runs += 1
  })
  const both = [shutdown.run('first'), shutdown.run('second')]
  release.resolve()
  await Promise.all(both)
  expect(runs).toBe(1)
})

/** A process that prints `ready`, and `closed` when its only step has run; the step takes until stdin ends. */
async function startProcess(repeatMsMin = 0) {
  const source = (file: string) => JSON.stringify(join(import.meta.dir, '../../../src/kernel/runtime', file))
  const script = `
    const { createShutdown, stopOnSignals } = await import(${source('shutdown.ts')})
    const { silentLog } = await import(${source('log.ts')})
    const shutdown = createShutdown(silentLog)
    shutdown.add('work', async () => {
      console.log('closing')
      for await (const _ of Bun.stdin.stream());
      console.log('closed')
    })
    stopOnSignals(shutdown, ${repeatMsMin})
    setInterval(() => {}, 1000)
    console.log('ready')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.getReader()
  let output = ''
  const printed = async (word: string) => {
    while (!output.includes(word)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`the process ended before it printed "${word}"`)
      output += new TextDecoder().decode(value)
    }
  }
  await printed('ready')
  return { child, printed }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the process in order, with exit code 0',
  async (signal) => {
    const { child, printed } = await startProcess()
    child.kill(signal)
    await printed('closing')
    child.stdin.end()
    await printed('closed')
    expect(await child.exited).toBe(0)
  },
)

test('a second signal ends the process at once', async () => {
  const { child, printed } = await startProcess()
  child.kill('SIGTERM')
  await printed('closing')
  child.kill('SIGINT')
  expect(await child.exited).toBe(130)
})

test('a signal that follows at once, as Ctrl-C does under npx, changes nothing', async () => {
  const { child, printed } = await startProcess(600_000)
  child.kill('SIGINT')
  await printed('closing')
  child.kill('SIGINT')
  child.stdin.end()
  await printed('closed')
  expect(await child.exited).toBe(0)
})
