import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fontLicensePaths, fontPaths } from '../src/campaign/compose/copy/font-paths.ts'
import { dropUnusedTables } from '../src/campaign/compose/copy/keep-tables.ts'
import { emptyClusterArchive } from '../src/kernel/database/empty-cluster.ts'
import { foundryPackage, packageLicenses, swaggerUiFiles } from '../src/kernel/runtime/assets.ts'
import type { Embedded, EmbeddedFile, EmbeddedFolder } from '../src/kernel/runtime/embedded.ts'
import { bundleBrowserScript } from '../src/kernel/web/browser-script.ts'

const sources = join(import.meta.dir, '../src')
const runtime = join(sources, 'kernel/runtime')
/** Beside the packages, as the path of everything embedded must be the same in every folder of the project. */
const cache = join(import.meta.dir, '../node_modules/.cache/cairn')

/** The operating system and processor that an executable is for, in Node's words. */
export interface Platform {
  os: 'linux' | 'darwin' | 'windows'
  arch: 'x64' | 'arm64'
}

/**
 * Puts the files of one platform into the executable: a generated module takes the place of `embedded.ts`, and ours
 * those of the loaders of sharp and HarfBuzz.
 * @throws Error that names the package this machine lacks
 */
export async function embedPlugin(platform: Platform): Promise<Bun.BunPlugin> {
  const contents = moduleText(await embeddedParts(platform))
  return {
    name: 'embed',
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\]kernel[/\\]runtime[/\\]embedded\.ts$/ }, () => ({
        contents,
        loader: 'ts',
      }))
      build.onResolve({ filter: /[/\\]sharp\.mjs$/ }, ({ importer }) =>
        /[/\\]node_modules[/\\]sharp[/\\]dist[/\\]/.test(importer)
          ? { path: join(runtime, 'sharp-addon.ts') }
          : undefined,
      )
      build.onResolve({ filter: /[/\\]harfbuzz\.js$/ }, ({ importer }) =>
        /[/\\]node_modules[/\\]harfbuzzjs[/\\]dist[/\\]/.test(importer)
          ? { path: join(runtime, 'harfbuzz-module.ts') }
          : undefined,
      )
    },
  }
}

async function embeddedParts({ os, arch }: Platform): Promise<Embedded> {
  const node = os === 'windows' ? 'win32' : os
  mkdirSync(cache, { recursive: true })
  const anvil = join(
    packageFolder(foundryPackage('anvil', node, arch)),
    'bin',
    os === 'windows' ? 'anvil.exe' : 'anvil',
  )
  const pglite = dirname(Bun.fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
  const swaggerUi = packageFolder('swagger-ui-dist')
  return {
    anvil: embedFile(anvil),
    pglite: {
      wasm: embedFile(join(pglite, 'pglite.wasm')),
      data: embedFile(join(pglite, 'pglite.data')),
      cluster: embedFile(await emptyClusterArchive(cache)),
    },
    swaggerUi: Object.fromEntries(swaggerUiFiles.map((name) => [name, embedFile(join(swaggerUi, name))])),
    sharp: sharpParts(`${node}-${arch}`),
    harfbuzz: embedFile(Bun.resolveSync('harfbuzzjs/dist/harfbuzz.wasm', import.meta.dir)),
    fonts: Object.fromEntries([...fontPaths, ...fontLicensePaths].map((path) => [path, packFontFile(path)])),
    browserScripts: await browserScripts(),
    licenses: licenses(),
  }
}

/** Compressed once and kept under the hash of its content; fonts of Chinese, Japanese and Korean are half as large then. */
function packFontFile(path: string): EmbeddedFile {
  const [family = '', ...inside] = path.split('/')
  const source = readFileSync(join(packageFolder(`@expo-google-fonts/${family}`), ...inside))
  const bytes = path.endsWith('.ttf') ? dropUnusedTables(source) : source
  const packed = join(cache, `font-${sha256(bytes)}.zst`)
  if (!existsSync(packed)) writeWhole(packed, Bun.zstdCompressSync(bytes, { level: 9 }))
  return embedFile(packed)
}

async function browserScripts(): Promise<EmbeddedFolder> {
  const names = [...new Bun.Glob('**/*.client.ts').scanSync(sources)].map((name) =>
    name.replaceAll('\\', '/'),
  )
  const files: Record<string, EmbeddedFile> = {}
  for (const name of names.sort()) {
    const bundle = await bundleBrowserScript(join(sources, name))
    const path = join(cache, `script-${sha256(bundle)}.js`)
    writeWhole(path, bundle)
    files[name] = embedFile(path)
    console.log(`${name}: ${bundle.length} bytes, ${Bun.gzipSync(bundle).byteLength} compressed`)
  }
  return files
}

function licenses(): EmbeddedFile {
  const text = packageLicenses(join(import.meta.dir, '..'))
  const path = join(cache, `licenses-${sha256(text)}.txt`)
  writeWhole(path, text)
  return embedFile(path)
}

function writeWhole(path: string, content: string | Uint8Array): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, path)
}

function sha256(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex')
}

/** The addon looks for the library in the package beside its own, so both keep the names of their folders. */
function sharpParts(platform: string): Embedded['sharp'] {
  const addonFolder = `sharp-${platform}/lib`
  const folders = [addonFolder, `sharp-libvips-${platform}/lib`]
  const sharp = dirname(Bun.resolveSync('sharp/package.json', import.meta.dir))
  const files: Record<string, EmbeddedFile> = {}
  for (const folder of folders) {
    const [name, ...inside] = folder.split('/')
    const path = join(dirname(Bun.resolveSync(`@img/${name}/package`, sharp)), ...inside)
    for (const file of readdirSync(path).filter((entry) =>
      /\.(node|dylib|dll)$|\.so\.[0-9.]+$/.test(entry),
    )) {
      files[`${folder}/${file}`] = embedFile(join(path, file))
    }
  }
  const addon = Object.keys(files).find((file) => file.startsWith(addonFolder) && file.endsWith('.node'))
  if (addon === undefined) throw new Error(`Cannot embed sharp as @img/sharp-${platform} has no addon`)
  return { files: sorted(files), addon }
}

function sorted(files: EmbeddedFolder): EmbeddedFolder {
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function embedFile(path: string): EmbeddedFile {
  const bytes = readFileSync(path)
  return {
    path,
    sizeBytes: statSync(path).size,
    sha256: sha256(bytes),
  }
}

/**
 * The text of the generated module. Every file is an import with `{ type: 'file' }`, which is how a bundle takes it in
 * and finds it again. Paths are relative: the text is kept for stack traces, and must not tell who built it.
 */
function moduleText(parts: Embedded): string {
  const imports: string[] = []
  const body = JSON.stringify(parts, (key, value: unknown) => {
    if (key !== 'path' || typeof value !== 'string') return value
    const path = relative(runtime, value).replaceAll('\\', '/')
    imports.push(`import file${imports.length} from ${JSON.stringify(path)} with { type: 'file' }\n`)
    return `file${imports.length - 1}`
  })
  const text = body.replaceAll(/"path":"(file\d+)"/g, '"path":$1')
  return `${imports.join('')}export const embedded = ${text}\n`
}

function packageFolder(name: string): string {
  return dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir))
}
