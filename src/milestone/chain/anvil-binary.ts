import { accessSync, constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../kernel/errors.ts'

/**
 * The node's own executable for this platform, as installed beside us. The package `@foundry-rs/anvil` is a wrapper
 * that hides exit codes and leaves the node running when it is killed, so it is passed over.
 * @throws StartupError when there is none
 */
export function findAnvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const manifest = fileURLToPath(import.meta.resolve(`${name}/package.json`))
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    accessSync(binary, constants.X_OK)
    return binary
  } catch (cause) {
    throw new StartupError(
      `Cannot start the demo chain as its node is missing: install the package ${name}, or set RPC_URLS to follow a chain that runs elsewhere`,
      { cause },
    )
  }
}
