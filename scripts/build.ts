/**
 * Makes one executable with everything in it: `bun scripts/build.ts [--target linux-x64] [--out dist/cairn]`. Other
 * platforms build where the packages with their native parts are installed.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../src/kernel/runtime/version.ts'
import { embedPlugin, type Platform } from './embed.ts'

const root = join(import.meta.dir, '..')
const platforms: Readonly<Record<string, Platform>> = {
  'linux-x64': { os: 'linux', arch: 'x64' },
  'linux-arm64': { os: 'linux', arch: 'arm64' },
  'darwin-x64': { os: 'darwin', arch: 'x64' },
  'darwin-arm64': { os: 'darwin', arch: 'arm64' },
  'windows-x64': { os: 'windows', arch: 'x64' },
}

const startedAt = performance.now()
const { values } = parseArgs({
  options: {
    target: {
      type: 'string',
      default: `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
    },
    out: { type: 'string', default: join(root, 'dist/cairn') },
  },
})
const platform = platforms[values.target]
if (platform === undefined) {
  console.error(
    `Cannot build for "${values.target}": --target must be one of ${Object.keys(platforms).join(', ')}`,
  )
  process.exit(2)
}

const tools = Bun.spawnSync([process.execPath, join(import.meta.dir, 'mcp-tools.ts')], { stderr: 'inherit' })
if (tools.exitCode !== 0) process.exit(1)

const plugin = await embedPlugin(platform).catch((error: Error) => {
  const { os, arch } = platform
  console.error(
    `Cannot build for "${values.target}" as a part for it is missing here: ${error.message}. Install it with \`bun install --os ${os === 'windows' ? 'win32' : os} --cpu ${arch}\``,
  )
  process.exit(1)
})

const outfile = resolve(values.out)
mkdirSync(dirname(outfile), { recursive: true })
// Source maps hold paths from the current folder.
process.chdir(root)
const scratch = mkdtempSync(`${outfile}.`)
// The name ends up inside, so it must not change from build to build.
const unfinished = join(scratch, 'cairn')
try {
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    // Elysia reads the source of handlers and macros, so identifiers stay.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Errors of the executable name files and lines of the sources.
    sourcemap: 'linked',
    // Halves the time to the first line of ours, from 100 ms to 50.
    bytecode: true,
    format: 'esm',
    plugins: [plugin],
    compile: {
      target: `bun-${platform.os}-${platform.arch}`,
      outfile: unfinished,
      // What lies in the folder of the caller must not change what a command does.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  renameSync(unfinished, outfile)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(
  `cairn ${version} for ${values.target}: ${relative(process.cwd(), outfile)}, ${(statSync(outfile).size / 1e6).toFixed(0)} MB in ${seconds} s`,
)
