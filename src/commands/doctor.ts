import { anvilBinary } from '../kernel/runtime/assets.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { type Config, readConfig } from '../kernel/settings/config.ts'
import { settings } from '../kernel/settings/settings.ts'
import type { Command } from './command.ts'
import { anvilCheck } from './doctor/anvil.ts'
import { chromiumCheck } from './doctor/chromium.ts'
import { dataFolderCheck } from './doctor/data-folder.ts'
import { databaseCheck } from './doctor/database.ts'
import { fontsCheck } from './doctor/fonts.ts'
import { openFilesCheck } from './doctor/open-files.ts'
import { type Check, formatReport } from './doctor/report.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { runtimeCheck } from './doctor/runtime.ts'
import { scanCheck } from './doctor/scan.ts'
import { settingsCheck } from './doctor/settings.ts'
import { sharpCheck } from './doctor/sharp.ts'

const checkMsMax = 90_000

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check what this machine has and lacks, with advice',
  flags: { json: { type: 'boolean', about: 'print the same as JSON' } },
  usesSettings: true,
  run: async (flags) => {
    const report = await runDoctor({ checks: checksFor(process.env), checkMsMax })
    process.stdout.write(
      flags.has('json') ? `${JSON.stringify(report, undefined, 2)}\n` : formatReport(report),
    )
    if (!report.ok) process.exitCode = 1
  },
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
