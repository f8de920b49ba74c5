import { createLog } from '../kernel/runtime/log.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { serve } from '../serve.ts'
import type { Command } from './command.ts'
import { terminalProgress } from './progress.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the areas against the configured services',
  flags: {
    reindex: { type: 'boolean', about: 'discard the read model and read the chain again' },
  },
  usesSettings: true,
  run: async (flags) => {
    const config = readConfig(process.env)
    const log = createLog({ level: config.logLevel, write: (text) => process.stderr.write(text) })
    const { url } = await serve({
      config,
      log,
      progress: terminalProgress(),
      fresh: false,
      reindex: flags.has('reindex'),
    })
    process.stdout.write(`ready ${url}\n`)
  },
}
