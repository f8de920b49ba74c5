import { anvilBinary } from '../kernel/runtime/assets.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { type Config, readConfig } from '../kernel/settings/config.ts'
import { settings } from '../kernel/settings/settings.ts'
import type { Flags } from './command.ts'
import { databaseCheck } from './doctor/database.ts'
import {
  anvilCheck,
  dataFolderCheck,
  fontsCheck,
  openFilesCheck,
  runtimeCheck,
  settingsCheck,
  sharpCheck,
} from './doctor/machine.ts'
import { type Check, formatReport, runChecks } from './doctor/report.ts'
import { chromiumCheck, scanCheck } from './doctor/scan.ts'

const checkMsMax = 90_000

/** Checks what this machine has and lacks, and prints that with advice. */
export async function runDoctor(flags: Flags): Promise<void> {
  const report = await runChecks({ checks: checksFor(process.env), checkMsMax })
  process.stdout.write(flags.has('json') ? `${JSON.stringify(report, undefined, 2)}\n` : formatReport(report))
  if (!report.ok) process.exitCode = 1
}

type Environment = Readonly<Record<string, string | undefined>>

export function checksFor(environment: Environment): Check[] {
  const config = usableConfig(environment)
  return [
    runtimeCheck,
    openFilesCheck,
    settingsCheck(environment),
    dataFolderCheck(config.dataDir),
    databaseCheck(config),
    anvilCheck({ required: config.chain.kind === 'demo', anvilBinary }),
    sharpCheck,
    fontsCheck,
    chromiumCheck(config.scan.chromium),
    scanCheck(config.scan),
  ]
}

/** An invalid setting is one finding; the other checks use the valid settings. */
function usableConfig(environment: Environment): Config {
  const chain = ['RPC_URLS', 'CONTRACTS_FILE']
  const alone = settings.map(({ name }) => [name]).filter(([name]) => !chain.some((other) => other === name))
  const usable = [chain, ...alone]
    .map((names) => Object.fromEntries(names.map((name) => [name, environment[name]])))
    .filter(isValid)
  return readConfig(Object.assign({}, ...usable))
}

function isValid(environment: Environment): boolean {
  try {
    readConfig(environment)
    return true
  } catch (error) {
    if (error instanceof StartupError) return false
    throw error
  }
}
