import { join } from 'node:path'
import { embedded } from '../runtime/embedded.ts'
import { bundleBrowserScript } from './bundle-browser-script.ts'

const source = join(import.meta.dir, '../..')
const bundles = new Map<string, Promise<string>>()

/**
 * The bundle of a browser script: embedded in an executable, and made on first use when run from source.
 * @param name path of the `*.client.ts` file below `src/`, with slashes
 */
export function browserScript(name: string): Promise<string> {
  const bundle = bundles.get(name) ?? readBundle(name)
  bundles.set(name, bundle)
  return bundle
}

async function readBundle(name: string): Promise<string> {
  if (embedded === undefined) return await bundleBrowserScript(join(source, name))
  const file = embedded.browserScripts[name]
  if (file === undefined) throw new Error(`Cannot find "${name}" among the embedded browser scripts`)
  return await Bun.file(file.path).text()
}
