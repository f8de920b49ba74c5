import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { messageOf, StartupError } from './errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Folders for copies of embedded files, best first. Not a part of the data folder: the contents follow from the executable
 * alone, all data folders share them, and a backup does not need them. The last one is in the temporary folder.
 */
export function cacheCandidates(environment: Environment): string[] {
  const { XDG_CACHE_HOME: xdg, HOME: home } = environment
  const owner = process.getuid?.()
  return [
    ...(xdg !== undefined && isAbsolute(xdg) ? [join(xdg, 'cairn')] : []),
    ...(home !== undefined && isAbsolute(home) && existsSync(home) ? [join(home, '.cache', 'cairn')] : []),
    join(tmpdir(), owner === undefined ? 'cairn' : `cairn-${owner}`),
  ]
}

/**
 * Opens the first candidate that no other user can write to and from which programs may run, creating it when missing.
 * @throws StartupError that says what is wrong with each
 */
export function openCacheFolder(candidates: readonly string[] = cacheCandidates(process.env)): string {
  const problems: string[] = []
  for (const candidate of candidates) {
    try {
      mkdirSync(candidate, { recursive: true, mode: 0o700 })
      if (lstatSync(candidate).isSymbolicLink()) throw new Error('it is a link')
      const folder = realpathSync(candidate)
      requirePrivate(folder)
      requireExecutable(folder)
      return folder
    } catch (cause) {
      problems.push(`"${candidate}": ${messageOf(cause)}`)
    }
  }
  throw new StartupError(
    `Cannot use a cache folder as it must be ours alone and let programs run (${problems.join('; ')}). Set XDG_CACHE_HOME to such a folder`,
  )
}

/**
 * A user who can write to a parent folder can replace this one, unless the parent has the sticky bit, as /tmp has.
 */
function requirePrivate(folder: string): void {
  const own = process.getuid?.()
  if (own === undefined) return
  const { uid, mode } = lstatSync(folder)
  if (uid !== own) throw new Error(`it belongs to user ${uid}`)
  if ((mode & 0o022) !== 0) throw new Error('other users can write to it')
  for (let above = dirname(folder); ; above = dirname(above)) {
    const stat = lstatSync(above)
    if (stat.uid !== own && stat.uid !== 0) throw new Error(`"${above}" belongs to user ${stat.uid}`)
    if ((stat.mode & 0o022) !== 0 && (stat.mode & 0o1000) === 0) {
      throw new Error(`other users can write to "${above}"`)
    }
    if (above === dirname(above)) return
  }
}

function requireExecutable(folder: string): void {
  const probe = join(folder, `probe-${crypto.randomUUID()}`)
  writeFileSync(probe, '', { mode: 0o700, flag: 'wx' })
  try {
    accessSync(probe, constants.X_OK)
  } catch (cause) {
    throw new Error('programs in it may not run', { cause })
  } finally {
    rmSync(probe, { force: true })
  }
}
