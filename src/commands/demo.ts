import { mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../kernel/config.ts'
import { createLog } from '../kernel/log.ts'
import { serve } from '../serve.ts'
import type { Command } from './command.ts'
import { terminalProgress } from './progress.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'everything on this machine: start a chain, deploy, seed, serve',
  flags: {
    fresh: { type: 'boolean', about: 'start over with a new chain' },
    reindex: { type: 'boolean', about: 'forget what was read from the chain and read it again' },
  },
  usesSettings: true,
  run: async (flags) => {
    const { RPC_URLS: _, CONTRACTS_FILE: __, ...environment } = process.env
    const config = readConfig(environment)
    const { write, place } = logTarget(config)
    const progress = terminalProgress()
    const { url, rpcUrl } = await serve({
      config,
      log: createLog({ level: config.logLevel, write }),
      progress,
      fresh: flags.has('fresh'),
      reindex: flags.has('reindex'),
    })
    process.stderr.write(`
  Swagger UI   ${url}/swagger
  Start here   ${url}/api/status/demo
  Milestones   ${url}/api/explorer/milestones
  Activity     ${url}/api/activity
  Chain (RPC)  ${rpcUrl}
  Log          ${place}

  Stop with Ctrl-C; the chain is kept in ${config.dataDir}, \`--fresh\` starts over.

`)
    process.stdout.write(`ready ${url}\n`)
  },
}

/** On a terminal the log goes to a file, so that the addresses stay readable; elsewhere to stderr. */
function logTarget({ dataDir }: Config): { write: (text: string) => void; place: string } {
  if (process.stderr.isTTY !== true) return { write: (text) => process.stderr.write(text), place: 'stderr' }
  const place = join(dataDir, 'demo.log')
  let file: number | undefined
  return {
    place,
    write: (text) => {
      if (file === undefined) {
        mkdirSync(dataDir, { recursive: true })
        file = openSync(place, 'a')
      }
      writeSync(file, text)
    },
  }
}
