import { existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startSampleSite } from '../analysis/sample/site.ts'
import { exampleRequest } from '../campaign/discovery/card.ts'
import { createLog } from '../kernel/runtime/log.ts'
import { type Config, readConfig } from '../kernel/settings/config.ts'
import { serve } from '../serve.ts'
import type { Flags } from './command.ts'
import { columns } from './help.ts'
import { terminalProgress } from './progress.ts'

/** Serves the areas against the configured services. */
export async function runServe(flags: Flags): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: config.logLevel, write: (text) => process.stderr.write(text) })
  const reindex = flags.has('reindex')
  const { url } = await serve({ config, log, progress: terminalProgress(), fresh: false, reindex })
  process.stdout.write(`ready ${url}\n`)
}

/** Runs everything on this machine: a chain, its contracts and history, the sample site and the server. */
export async function runDemo(flags: Flags): Promise<void> {
  stopWithNpx()
  const { RPC_URLS: _, CONTRACTS_FILE: __, ...environment } = process.env
  const config = readConfig(environment)
  const { write, place } = logTarget(config)
  const progress = terminalProgress()
  const sample = config.areas.includes('analysis') ? startSampleSite(config.samplePort) : undefined
  const { url, rpcUrl, needsKey } = await serve({
    config,
    log: createLog({ level: config.logLevel, write }),
    progress,
    fresh: flags.has('fresh'),
    reindex: flags.has('reindex'),
    ...(sample && { localOrigins: [sample.origin] }),
  })
  process.stderr.write(
    `\n  Open  ${url}/\n${addresses({
      Documentation: `${url}/docs`,
      'Swagger UI': `${url}/swagger`,
      ...(sample && { 'Sample site': `${sample.origin}/`, 'Scan it': scanCommand(url, sample.origin) }),
      ...(config.areas.includes('campaign') && {
        Studio: `${url}/studio`,
        'Campaign card': `${url}/.well-known/agent.json`,
        'Make images': campaignCommand(url, { needsKey }),
      }),
      ...(rpcUrl !== undefined && {
        Milestones: `${url}/explorer`,
        Operations: `${url}/operations`,
        'Chain (RPC)': rpcUrl,
      }),
      Log: place,
    })}\n\n  Stop with Ctrl-C; ${rpcUrl === undefined ? `data is kept in ${config.dataDir}` : `the chain is kept in ${config.dataDir}, \`--fresh\` starts a new one`}.\n\n`,
  )
  process.stdout.write(`ready ${url}\n`)
}

/** `npx` runs a shell, which does not pass SIGTERM on: when it ends, `bun run` gets another parent. Linux only. */
function stopWithNpx(): void {
  if (process.platform !== 'linux' || !process.env['npm_config_user_agent']?.startsWith('npm/')) return
  const shell = parentOf(process.ppid)
  const watch = setInterval(() => {
    if (parentOf(process.ppid) === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

function parentOf(pid: number): string | undefined {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? /^PPid:\s*(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
}

function addresses(named: Readonly<Record<string, string>>): string {
  return columns(Object.entries(named))
    .map((line) => `\n  ${line}`)
    .join('')
}

/** A command line for the example of the card; with keys in force the reader puts one in. */
export function campaignCommand(url: string, { needsKey }: { needsKey: boolean }): string {
  const key = needsKey ? ` -H "authorization: Bearer $KEY"` : ''
  return `curl ${url}/api/agent${key} -H 'content-type: application/json' -d '${JSON.stringify(exampleRequest)}'`
}

function scanCommand(url: string, site: string): string {
  return `curl ${url}/api/scan -H 'content-type: application/json' -d '{"url":"${site}/"}'`
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
