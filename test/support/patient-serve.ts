/**
 * Serves as `cairn serve` does, but requests are counted in the database however long that takes, as on a busy machine.
 * Prints `ready` and the address.
 */

import { silentLog } from '../../src/kernel/runtime/log.ts'
import { readConfig } from '../../src/kernel/settings/config.ts'
import { serve } from '../../src/serve.ts'

const { url } = await serve({
  config: readConfig(process.env),
  log: silentLog,
  progress: { step: () => {}, move: () => {} },
  fresh: false,
  reindex: false,
  countMsMax: 60_000,
})
process.stdout.write(`ready ${url}\n`)
