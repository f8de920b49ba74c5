import { join } from 'node:path'
import { openCacheFolder } from './cache-folder.ts'
import { embedded } from './embedded.ts'
import { unpackFolder } from './unpack.ts'

/**
 * sharp's native part. The build puts this module in the place of sharp's own loader, which looks for packages that an
 * executable does not have. The library lies beside the addon as in node_modules, where the addon looks for it.
 */
export default await loadAddon()

async function loadAddon(): Promise<unknown> {
  if (embedded === undefined)
    throw new Error('Cannot load the embedded addon of sharp outside of an executable')
  const { files, addon } = embedded.sharp
  const folder = await unpackFolder(openCacheFolder(), 'sharp', files)
  const module = { exports: {} }
  process.dlopen(module, join(folder, addon))
  return module.exports
}
