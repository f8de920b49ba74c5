import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EmbeddedFile, EmbeddedFolder } from './embedded.ts'
import { messageOf, StartupError } from './errors.ts'

/** Cache entries unused for this long are deleted: their executables are probably gone. */
const unusedMsMax = 30 * 24 * 60 * 60 * 1000

/**
 * Copies an embedded file to where other programs can run or load it, and returns its path. An existing copy is used only
 * if it belongs to this user and has the same bytes; otherwise one rename replaces it, so that other processes never see
 * half of a file.
 */
export async function unpackFile(cache: string, name: string, file: EmbeddedFile): Promise<string> {
  const folder = await unpackFolder(cache, name, { [name]: file })
  return join(folder, name)
}

/**
 * The same for files that must be in one folder, which is returned.
 * @throws StartupError when there is no space, or the cache cannot be written
 */
export async function unpackFolder(cache: string, name: string, files: EmbeddedFolder): Promise<string> {
  const folder = join(cache, `${name}-${contentKey(files)}`)
  try {
    await fillFolder(cache, folder, files)
  } catch (cause) {
    throw new StartupError(
      `Cannot unpack ${name} into "${folder}": ${messageOf(cause)}. Make room there, or set XDG_CACHE_HOME to another folder`,
      { cause },
    )
  }
  return folder
}

async function fillFolder(cache: string, folder: string, files: EmbeddedFolder): Promise<void> {
  let written = 0
  for (const [path, file] of Object.entries(files)) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (await isIntact(target, file)) continue
    await writeCopy(target, file)
    written += 1
  }
  const now = new Date()
  await utimes(folder, now, now)
  if (written > 0) await removeUnused(cache, now)
}

/** Another version has another folder, so that two versions can run side by side. */
function contentKey(files: EmbeddedFolder): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const [path, { sha256 }] of Object.entries(files)) hasher.update(`${path}\0${sha256}\0`)
  return hasher.digest('hex').slice(0, 16)
}

async function isIntact(target: string, file: EmbeddedFile): Promise<boolean> {
  const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (handle === undefined) return false
  try {
    const { uid, mode, size } = await handle.stat()
    const own = process.getuid?.()
    const ours = own === undefined || (uid === own && (mode & 0o122) === 0o100)
    return ours && size === file.sizeBytes && (await sha256Of(handle)) === file.sha256
  } finally {
    await handle.close()
  }
}

async function sha256Of(handle: FileHandle): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const buffer = new Uint8Array(1024 * 1024)
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return hasher.digest('hex')
    hasher.update(buffer.subarray(0, bytesRead))
  }
}

async function writeCopy(target: string, file: EmbeddedFile): Promise<void> {
  const temporary = `${target}.${crypto.randomUUID()}`
  try {
    const handle = await open(temporary, 'wx', 0o700)
    try {
      for await (const chunk of Bun.file(file.path).stream()) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function removeUnused(cache: string, now: Date): Promise<void> {
  for (const entry of await readdir(cache)) {
    const path = join(cache, entry)
    const used = await stat(path).catch(() => undefined)
    if (used !== undefined && now.getTime() - used.mtimeMs > unusedMsMax) {
      await rm(path, { recursive: true, force: true })
    }
  }
}
