import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openCacheFolder } from './cache-folder.ts'
import { embedded } from './embedded.ts'
import { StartupError } from './errors.ts'
import { unpackFile } from './unpack.ts'

/** The files of Swagger UI that a page may ask for. */
export const swaggerUiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const

/** The database engine, its read-only files and, in an executable, an empty cluster. */
interface PgliteFiles {
  wasm: string
  data: string
  cluster: string | undefined
}

/**
 * Path of the demo chain's node: in node_modules when run from source, else a copy in the user's cache.
 * @throws StartupError when there is none for this platform
 */
export async function anvilBinary(): Promise<string> {
  if (embedded !== undefined) return await unpackFile(openCacheFolder(), 'anvil', embedded.anvil)
  const name = foundryPackage('anvil', process.platform, process.arch)
  try {
    const binary = join(packageFolder(name), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    accessSync(binary, constants.X_OK)
    return binary
  } catch (cause) {
    throw new StartupError(
      `Cannot find the demo chain's node: install the package ${name}, or set RPC_URLS to follow a chain that runs elsewhere`,
      { cause },
    )
  }
}

/**
 * The package that holds a Foundry program for one platform. The packages without a platform in their name are wrappers
 * that hide exit codes and do not pass signals on, so they are not used.
 */
export function foundryPackage(tool: 'anvil' | 'forge', platform: string, arch: string): string {
  return `@foundry-rs/${tool}-${platform}-${arch === 'x64' ? 'amd64' : arch}`
}

/** One file of Swagger UI; undefined for every other name. */
export async function swaggerUiAsset(name: string): Promise<Blob | undefined> {
  if (!swaggerUiFiles.some((known) => known === name)) return undefined
  if (embedded === undefined) return Bun.file(join(packageFolder('swagger-ui-dist'), name))
  const file = embedded.swaggerUi[name]
  return file === undefined ? undefined : Bun.file(file.path)
}

export function pgliteFiles(): PgliteFiles {
  if (embedded !== undefined) {
    const { wasm, data, cluster } = embedded.pglite
    return { wasm: wasm.path, data: data.path, cluster: cluster.path }
  }
  const folder = dirname(Bun.fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
  return { wasm: join(folder, 'pglite.wasm'), data: join(folder, 'pglite.data'), cluster: undefined }
}

/**
 * A font or its licence.
 * @param path below the folder of the packages of fonts, such as `inter/LICENSE_FONT`
 */
export async function fontFile(path: string): Promise<Uint8Array> {
  if (embedded === undefined) {
    const [family = '', ...inside] = path.split('/')
    return await Bun.file(join(packageFolder(`@expo-google-fonts/${family}`), ...inside)).bytes()
  }
  const file = embedded.fonts[path]
  if (file === undefined) throw new Error(`Cannot find "${path}" among the embedded fonts`)
  return await Bun.zstdDecompress(await Bun.file(file.path).bytes())
}

/** Licence texts of the packages that this program runs with. */
export async function licenseTexts(): Promise<string> {
  if (embedded !== undefined) return await Bun.file(embedded.licenses.path).text()
  return packageLicenses(join(import.meta.dir, '../../..'))
}

function packageFolder(name: string): string {
  return dirname(Bun.fileURLToPath(import.meta.resolve(`${name}/package.json`)))
}

interface Manifest {
  name?: string
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const licenseFile = /^(licen[cs]e|copying|unlicense)/i

/**
 * The licence texts of every package that the project at `root` runs with, in the order of names, each text once under the
 * packages that have it.
 */
export function packageLicenses(root: string): string {
  const packagesOf = new Map<string, string[]>()
  for (const folder of [...productionFolders(root)].sort()) {
    const { name, version, license } = manifestOf(folder)
    const file = readdirSync(folder).find((entry) => licenseFile.test(entry))
    const text =
      file === undefined
        ? `No licence file; package.json says: ${license ?? 'nothing'}`
        : readFileSync(join(folder, file), 'utf8').trim()
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license ?? 'see below'})`])
  }
  return [...packagesOf].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`).join('\n')
}

/** Folders of the packages that are installed for `dependencies`, and for theirs. */
function productionFolders(root: string): Set<string> {
  const folders = new Set<string>()
  const visit = (from: string) => {
    const { dependencies, optionalDependencies } = manifestOf(from)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = installedFolder(name, from)
      if (folder === undefined || folders.has(folder)) continue
      folders.add(folder)
      visit(folder)
    }
  }
  visit(root)
  return folders
}

/** Undefined for an optional package that is for another platform. */
function installedFolder(name: string, from: string): string | undefined {
  for (let above = from; above !== dirname(above); above = dirname(above)) {
    const folder = join(above, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
