import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../kernel/runtime/errors.ts'
import { createLog } from '../../kernel/runtime/log.ts'
import { readConfig } from '../../kernel/settings/config.ts'
import { serve } from '../../serve.ts'
import { createRemote, type Remote } from './remote.ts'

/** The service at `endpoint`, or a new one in a temporary folder. */
export async function openService(
  endpoint: string | undefined,
): Promise<{ remote: Remote; close: () => Promise<void> }> {
  const token = process.env['OPERATOR_TOKEN']
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint))
      throw new StartupError(`Cannot use --endpoint as it must be a URL: current value is "${endpoint}"`)
    return { remote: createRemote(endpoint.replace(/\/+$/, ''), token), close: async () => {} }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-verify-'))
  const { DATABASE_URL: _, RPC_URLS: __, CONTRACTS_FILE: ___, ...environment } = process.env
  const config = readConfig({
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_CHAOS_PER_MINUTE: '1000000',
  })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  // A signal ends the process without `close`.
  process.on('exit', remove)
  const { url, stop } = await serve({
    config,
    log: createLog({ level: 'error', write: (text) => process.stderr.write(text) }),
    progress: { step: () => {}, move: () => {} },
    fresh: false,
    reindex: false,
  })
  return {
    remote: createRemote(url, token),
    close: async () => {
      await stop()
      remove()
    },
  }
}
