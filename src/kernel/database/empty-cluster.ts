import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCacheFolder } from '../runtime/cache-folder.ts'
import { StartupError } from '../runtime/errors.ts'

const maker = new URL('./make-cluster.ts', import.meta.url)
/** Files that determine the archive: when one of them changes, so does its name. */
const ingredients = [
  maker,
  new URL('./cluster-archive.ts', import.meta.url),
  new URL('./pglite-settings.ts', import.meta.url),
]

/**
 * Path of an archive with an empty cluster, made once per user and version of PGlite by a separate process (about 2 s).
 * For runs from source and for the build, which embeds the archive.
 */
export async function emptyClusterArchive(cache: string = openCacheFolder()): Promise<string> {
  const archive = join(cache, `cluster-${await ingredientsKey()}`)
  if (existsSync(archive)) return archive
  const child = Bun.spawn([process.execPath, Bun.fileURLToPath(maker), archive], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (code === 0 && existsSync(archive)) return archive
  throw new StartupError(
    `Cannot make an empty database in "${cache}": ${errors.trim() || `exit code ${code}`}`,
  )
}

async function ingredientsKey(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  for (const file of [manifest, ...ingredients]) hasher.update(await Bun.file(file).bytes())
  return hasher.digest('hex').slice(0, 16)
}
