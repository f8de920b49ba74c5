/**
 * Runs forge's tests of the contracts: `bun run test:contracts [arguments of forge test]`. Imported, it only says how
 * forge is called.
 */
import { dirname, join } from 'node:path'
import { foundryPackage } from '../src/kernel/runtime/assets.ts'

export interface ForgeCall {
  command: string[]
  environment: Record<string, string>
}

/**
 * How `forge test` is called for the contracts in `root`, on any platform that forge ships for.
 * @throws Error that names the missing package
 */
export function forgeTest(
  root: string,
  platform: string = process.platform,
  arch: string = process.arch,
): ForgeCall {
  const onWindows = platform === 'win32'
  const forge = join(
    packageFolder(foundryPackage('forge', platform, arch)),
    'bin',
    onWindows ? 'forge.exe' : 'forge',
  )
  return {
    command: [forge, 'test', '--root', root],
    environment: {
      FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml'),
      // Windows starts no script by its first line.
      ...(onWindows && { FOUNDRY_SOLC: join(root, 'scripts/solc.cmd') }),
    },
  }
}

function packageFolder(name: string): string {
  try {
    return dirname(Bun.fileURLToPath(import.meta.resolve(`${name}/package.json`)))
  } catch (cause) {
    throw new Error(
      `Cannot find forge: the package ${name} must be installed, and exists for Linux, macOS and Windows`,
      {
        cause,
      },
    )
  }
}

if (import.meta.main) {
  const { command, environment } = forgeTest(join(import.meta.dir, '..'))
  const child = Bun.spawn([...command, ...process.argv.slice(2)], {
    env: { ...process.env, ...environment },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  process.exitCode = await child.exited
}
