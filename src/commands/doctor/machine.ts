import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { embedded } from '../../kernel/runtime/embedded.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { readConfig } from '../../kernel/settings/config.ts'
import { type Check, type Finding, missing, ok, problem } from './report.ts'

const needed = '>=1.4.0'

/** The executable's own runtime, or the one that runs the source. */
export const runtimeCheck: Check = {
  name: 'runtime',
  required: true,
  run: async () => {
    const memoryGib = (totalmem() / 2 ** 30).toFixed(1)
    const form = embedded === undefined ? 'from source' : 'one executable'
    const detail = `Bun ${Bun.version} on ${process.platform} ${process.arch}, ${form}, ${availableParallelism()} cores, ${memoryGib} GiB`
    return Bun.semver.satisfies(Bun.version, needed) ? ok(detail) : problem(detail, `Use Bun ${needed}`)
  },
}

/** Two connections for each of 1,000 live streams and as many callers, and the program's own files. */
const neededMin = 4_096

/** At start the runtime raises the soft limit to the hard limit, which only a privileged process may exceed. */
export const openFilesCheck: Check = {
  name: 'open files',
  required: false,
  run: async () => {
    const limit = openFilesMax()
    const detail = `${limit} files and connections at a time`
    return limit >= neededMin
      ? ok(detail)
      : problem(
          `${detail}: as many idle connections keep every new one waiting`,
          `Raise the hard limit to ${neededMin} or more: "ulimit -Hn" in the shell, LimitNOFILE= of systemd, --ulimit nofile= of a container`,
        )
  },
}

/** Of a shell that this process starts, which has the same limit. */
function openFilesMax(): number {
  const limit = Bun.spawnSync(['sh', '-c', 'ulimit -n']).stdout.toString().trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}

export function settingsCheck(environment: Readonly<Record<string, string | undefined>>): Check {
  return {
    name: 'settings',
    required: true,
    run: async () => {
      try {
        const { host, port, areas } = readConfig(environment)
        return ok(`${host}:${port}, ${areas.join(', ')}`)
      } catch (error) {
        const detail = messageOf(error).replaceAll('\n', '; ')
        return problem(detail, '`cairn serve --help` lists the settings')
      }
    },
  }
}

/** A new database, the demo chain and their history. */
const freeBytesMin = 200_000_000

/** Creates nothing: a missing folder is checked by its nearest existing parent. */
export function dataFolderCheck(dataDir: string): Check {
  return { name: 'data folder', required: true, run: async () => check(resolve(dataDir)) }
}

function check(folder: string): Finding {
  const advice = 'Set DATA_DIR to a folder of yours'
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    if (!statSync(existing).isDirectory()) throw new Error('it is not a folder')
    accessSync(existing, constants.W_OK | constants.X_OK)
  } catch (error) {
    return problem(`"${existing}" cannot be written: ${messageOf(error)}`, advice)
  }
  const { bavail, bsize } = statfsSync(existing)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free`
  if (freeBytes < freeBytesMin) return problem(`"${folder}", ${free}`, 'Make room, or set DATA_DIR elsewhere')
  return ok(`"${folder}"${existing === folder ? '' : ' can be created'}, ${free}`)
}

/** Runs the demo chain's node, which the executable unpacks first. An external chain does not need it. */
export function anvilCheck(options: { required: boolean; anvilBinary: () => Promise<string> }): Check {
  return {
    name: 'anvil',
    required: options.required,
    run: async () => {
      const binary = await options.anvilBinary()
      const version = await programVersion(binary)
      return version === undefined
        ? problem(`"${binary}" does not run`, 'Set RPC_URLS to follow a chain that runs elsewhere')
        : ok(version)
    },
  }
}

const answerMsMax = 10_000

/** The first line that `<program> --version` prints; undefined when it does not run. */
async function programVersion(program: string): Promise<string | undefined> {
  try {
    const child = Bun.spawn([program, '--version'], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: answerMsMax,
      killSignal: 'SIGKILL',
    })
    const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
    return code === 0 ? text.trim().split('\n')[0] : undefined
  } catch {
    return undefined
  }
}

const width = 64
const height = 48
const paper = { r: 250, g: 240, b: 230 }
const ink = { r: 10, g: 20, b: 30 }

/** Draws a vector square on a colour, writes it as PNG, reads that back and compares every pixel. */
export const sharpCheck: Check = {
  name: 'images',
  required: true,
  run: async () => {
    const { default: sharp } = await import('sharp')
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="16" y="12" width="32" height="24" fill="rgb(${ink.r},${ink.g},${ink.b})"/></svg>`
    const png = await sharp({ create: { width, height, channels: 3, background: paper } })
      .composite([{ input: Buffer.from(square) }])
      .png()
      .toBuffer()
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const wrong = countWrongPixels(data, info)
    const libraries = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`
    return wrong === 0
      ? ok(`${libraries}, drew a PNG of ${width} × ${height} with every pixel right`)
      : problem(
          `${libraries} drew ${wrong} of ${width * height} pixels wrong`,
          'Use a processor with SSE4.2, or another build of sharp',
        )
  },
}

function countWrongPixels(data: Uint8Array, info: { width: number; height: number; channels: number }) {
  let wrong = 0
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const inside = x >= 16 && x < 48 && y >= 12 && y < 36
      const { r, g, b } = inside ? ink : paper
      const at = (y * info.width + x) * info.channels
      if (data[at] !== r || data[at + 1] !== g || data[at + 2] !== b) wrong += 1
    }
  }
  return wrong + Math.abs(info.width * info.height - width * height)
}

/** Draws a word with any sans-serif font of this machine: without fonts the picture stays empty. */
export const fontsCheck: Check = {
  name: 'fonts',
  required: false,
  run: async () => {
    const { default: sharp } = await import('sharp')
    const word =
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><text x="4" y="36" font-family="sans-serif" font-size="32">Cairn</text></svg>'
    const { data } = await sharp(Buffer.from(word))
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const drawn = data.some((alpha) => alpha > 127)
    return drawn
      ? ok('the system draws text')
      : missing('the system has no fonts', 'Install one, such as "fonts-dejavu-core"')
  },
}
